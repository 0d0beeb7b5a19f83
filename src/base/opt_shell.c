/* opt_shell.c: completion for bash and zsh, generated from the tables of options. In both scripts a
 * command is a case that sets `options`; zsh also gets the help of each option. */
#include "base/opt.h"

static void bash_command(const OptCommand *cmd, FILE *to)
{
	fprintf(to, "\t'%s') options='--help", cmd->name);
	for (size_t i = 0; i < cmd->n_specs; i++)
		if (cmd->specs[i].kind != OPT_GROUP && opt_listed(&cmd->specs[i]))
			fprintf(to, " --%s", cmd->specs[i].name);
	fputs("' ;;\n", to);
}

/* Escapes text inside single quotes and brackets of _arguments. */
static void zsh_text(const char *s, FILE *to)
{
	for (; *s; s++) {
		if (*s == '\'')
			fputs("'\\'", to);
		else if (strchr("[]:\\", *s))
			fputc('\\', to);
		fputc(*s, to);
	}
}

static void zsh_command(const OptCommand *cmd, FILE *to)
{
	fprintf(to, "\t'%s') options=('--help[what it does and its options]'", cmd->name);
	for (size_t i = 0; i < cmd->n_specs; i++) {
		const OptSpec *s = &cmd->specs[i];
		if (s->kind == OPT_GROUP || !opt_listed(s))
			continue;
		fprintf(to, "\n\t\t'%s--%s%s[", s->kind == OPT_LIST ? "*" : "", s->name, s->arg ? "=" : "");
		zsh_text(s->help, to);
		fputc(']', to);
		if (s->arg) {
			fputc(':', to);
			zsh_text(s->arg, to);
			fputs(":_files", to);
		}
		fputc('\'', to);
	}
	fputs(") ;;\n", to);
}

typedef struct Shell {
	const char *name;
	void (*command)(const OptCommand *cmd, FILE *to);
	const char *before, *between, *after; /* text around the names and the cases */
} Shell;

static const Shell shells[] = {
	{"bash", bash_command,
	 "# bash completion for drift; made from its tables of options.\n"
	 "_drift()\n{\n"
	 "\tlocal word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} options=''\n"
	 "\tlocal names='",
	 "'\n\tCOMPREPLY=()\n"
	 "\tif [ \"$COMP_CWORD\" -eq 1 ] || [ \"$command\" = help ]; then\n"
	 "\t\tCOMPREPLY=($(compgen -W \"$names help\" -- \"$word\"))\n\t\treturn\n\tfi\n"
	 "\tif [ \"$command\" = env ]; then\n"
	 "\t\tif [ \"$COMP_CWORD\" -eq 2 ]; then\n"
	 "\t\t\tCOMPREPLY=($(compgen -W 'record locate diff show' -- "
	 "\"$word\"))\n\t\t\treturn\n\t\tfi\n"
	 "\t\tcommand=\"env ${COMP_WORDS[2]}\"\n\tfi\n"
	 "\tcase $command in\n",
	 "\tesac\n"
	 "\tcase $word in\n\t-*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n\tesac\n"
	 "}\ncomplete -o default -F _drift drift\n"},
	{"zsh", zsh_command,
	 "#compdef drift\n# zsh completion for drift; made from its tables of options.\n"
	 "local -a names options\nlocal command=$words[2]\nnames=(",
	 " help)\nif (( CURRENT == 2 )) || [[ $command == help ]]; then\n"
	 "\tcompadd -a names\n\treturn\nfi\n"
	 "if [[ $command == env ]]; then\n"
	 "\tif (( CURRENT == 3 )); then\n\t\tcompadd record locate diff show\n\t\treturn\n\tfi\n"
	 "\tcommand=\"env $words[3]\"\nfi\n"
	 "case $command in\n",
	 "esac\n_arguments $options '*:file:_files'\n"},
};

static const Shell *find(const char *name)
{
	for (size_t i = 0; i < countof(shells); i++)
		if (!strcmp(shells[i].name, name))
			return &shells[i];
	return NULL;
}

bool complete_open(const char *shell, const StrList *names, FILE *to)
{
	const Shell *s = find(shell);
	if (!s)
		return false;
	fputs(s->before, to);
	for (size_t i = 0; i < names->len; i++)
		fprintf(to, "%s%s", i ? " " : "", names->at[i]);
	fputs(s->between, to);
	return true;
}

void complete_command(const char *shell, const OptCommand *cmd, FILE *to)
{
	find(shell)->command(cmd, to);
}

void complete_close(const char *shell, FILE *to)
{
	fputs(find(shell)->after, to);
}

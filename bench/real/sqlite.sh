# sqlite.sh: the sqlite3 shell on databases in memory.
package=sqlite3
needs=tclsh

recipe()
{
	"$source/configure" -q --disable-tcl --disable-shared --disable-readline --disable-threadsafe \
		--disable-load-extension CC="$cc" CFLAGS="$cflags"
	make -s sqlite3.c shell.c
	"$cc" -g -O1 -w -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_ENABLE_MATH_FUNCTIONS \
		-DSQLITE_ENABLE_FTS5 -DSQLITE_ENABLE_RTREE -I. -o sqlite shell.c sqlite3.c -lm
}

fixtures()
{
	cat >people.csv <<'END'
id,name,town,born
1,Ada,London,1815
2,"Blaise, P.",Paris,1623
3,Carl,Brunswick,1777
4,Emmy,Erlangen,1882
5,"Quote ""d""",,1900
END
	cat >schema.sql <<'END'
CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT, born INT CHECK(born > 0));
CREATE TABLE pets(owner REFERENCES people(id), pet TEXT, UNIQUE(owner, pet));
CREATE INDEX by_town ON people(town);
CREATE VIEW old AS SELECT * FROM people WHERE born < 1800;
INSERT INTO people VALUES(1,'Ada','London',1815),(2,'Blaise','Paris',1623),(3,'Carl','Brunswick',1777),(4,'Emmy','Erlangen',1882);
INSERT INTO pets VALUES(1,'cat'),(1,'dog'),(3,'parrot'),(4,'cat');
END
}

cases()
{
	s=sqlite
	q() {
		t $s -batch -init schema.sql :memory: "$@"
	}
	t $s :memory: 'select 1+1, 7/2, 7.0/2, 7%3, -7%3, 1<2, null is null'
	t $s :memory: "select 'a'||'b', length('héllo'), upper('mix'), substr('hello',2,3), replace('aXbX','X','-'), trim('  x ')"
	t $s :memory: "select typeof(1), typeof(1.5), typeof('x'), typeof(null), typeof(x'00ff'), hex(x'00ff'), quote('it''s')"
	t $s :memory: "select round(2.567,2), abs(-3), max(1,5,3), min(2,0), coalesce(null,4), ifnull(null,'d'), nullif(1,1), sqrt(2), pi()"
	t $s :memory: "select date('2024-02-29','+1 year'), strftime('%Y-%j-%w', 86400*365, 'unixepoch'), julianday('2000-01-01'), time('12:00','-90 minutes')"
	t $s :memory: "select printf('%05d|%-6s|%.3f|%x|%,d', 42, 'ab', 3.14159, 255, 1234567)"
	t $s :memory: 'with recursive f(n,a,b) as (values(0,0,1) union all select n+1,b,a+b from f where n<30) select n,a from f'
	t $s :memory: 'with recursive c(x) as (select 2 union all select x+1 from c where x<60) select group_concat(x) from c where not exists (select 1 from c d where d.x<c.x and c.x%d.x=0)'
	q 'select * from people order by born desc'
	q 'select town, count(*), avg(born), sum(born), group_concat(name) from people left join pets on owner=id group by town having count(*)>0 order by 1'
	q 'select p.name, q.pet from people p join pets q on q.owner=p.id order by 1,2 limit 3 offset 1'
	q "select name from people where town like '%n' or name glob '[A-C]*' union select pet from pets except select 'dog'"
	q 'select name, row_number() over (order by born), rank() over (order by length(name)), sum(born) over (order by id rows between 1 preceding and current row) from people'
	q 'select * from old' '.schema people' '.tables' '.indexes'
	q "update people set town=upper(town) where id>2; delete from pets where pet='cat'; select changes(), total_changes(); select * from pets"
	q 'begin; delete from people; select count(*) from people; rollback; select count(*) from people'
	q "insert into people values(1,'Dup','x',1)"
	q "insert into people values(9,null,'x',1)"
	q "insert into people values(9,'Neg','x',-1)"
	q "insert or ignore into people values(1,'Dup','x',1); insert into people values(1,'Up','x',1) on conflict(id) do update set name=excluded.name returning *"
	q 'explain query plan select * from people where town=?1'
	q 'explain select 1'
	q '.mode column' '.headers on' 'select * from people'
	q '.mode box' 'select * from people'
	q '.mode json' 'select * from people'
	q '.mode csv' '.headers on' 'select * from people'
	q '.mode markdown' 'select * from pets'
	q '.mode insert pets2' 'select * from pets'
	q '.mode line' 'select * from people limit 2'
	q '.mode html' 'select * from pets limit 2'
	q '.mode quote' "select 1, 'x', null, 2.5, x'ab'"
	q '.dump'
	t $s :memory: '.mode csv' '.import people.csv p' 'select count(*), max(born) from p' '.schema p'
	t $s :memory: 'create virtual table f using fts5(t)' "insert into f values('the quick brown fox'),('lazy dogs'),('quick dogs')" "select t from f where f match 'quick' order by rank" "select highlight(f,0,'[',']') from f where f match 'dog*'"
	t $s :memory: 'create virtual table r using rtree(id,x0,x1)' 'insert into r values(1,0,10),(2,5,15),(3,20,30)' 'select id from r where x0<12 and x1>8'
	t $s :memory: "select json_extract('{\"a\":[1,2,{\"b\":3}]}','\$.a[2].b'), json_array(1,'x',null), json_type('[1]'), json_group_array(value) from json_each('[3,1,2]')"
	t $s :memory: 'create table t(a,b); create trigger tr after insert on t begin update t set b=new.a*2 where a=new.a; end; insert into t(a) values(3),(4); select * from t'
	t $s :memory: 'pragma page_size; pragma integrity_check; pragma encoding' 'pragma foreign_keys=on' 'create table a(x primary key); create table b(y references a(x)); insert into b values(1)'
	t $s :memory: 'selec 1'
	t $s :memory: 'select * from nosuch'
	t $s :memory: 'select 1' '.nosuch' 'select 2'
	t $s -bail :memory: 'select nosuch()' 'select 2'
	t $s -csv -header :memory: "select 1 as one, 'a,b' as two"
	t $s -json :memory: "select 1 as one, null as two"
	t $s -line :memory: 'select 1 as x, 2 as y'
	t $s -separator '|;' -nullvalue NIL :memory: 'select 1, null, 3'
	t $s -version
	t $s -help
	t $s --nosuchoption
	printf 'create table t(x);\ninsert into t values(1),(2);\nselect sum(x)\nfrom t;\n.print done\n' | t $s
	printf '.read schema.sql\nselect count(*) from people;\n.quit 3\n' | t $s :memory:
	printf 'create table n(i);\nwith recursive c(x) as (select 1 union all select x+1 from c where x<2000) insert into n select x*7919%%2003 from c;\nselect count(distinct i), sum(i*i) from n;\ncreate index ni on n(i);\nselect i from n where i between 100 and 110 order by i desc;\n' | t $s
}

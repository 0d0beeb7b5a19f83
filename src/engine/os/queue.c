/* queue.c: the data of pending signals: a siginfo_t for each, in order of arrival.
 *
 * At most one signal of each number below 32 is pending, the first; real-time signals queue.
 */
#include "engine/os/calls.h"

enum { FIRST_QUEUED = 32, AT_CODE = 8, AT_PID = 16, AT_UID = 20, AT_VALUE = 24 };

bool os_queue_add(Os *os, SignalNote note)
{
	u64 bit = 1ull << (note.number - 1);
	if ((os->process.pending & bit) && note.number < FIRST_QUEUED)
		return true;
	if (os->process.waits->n_notes == OS_QUEUE) {
		os_refuse(os, "more than %d signals waiting", OS_QUEUE);
		return false;
	}
	os->process.pending |= bit;
	os->process.waits->notes[os->process.waits->n_notes++] = note;
	return true;
}

SignalNote os_queue_take(Os *os, int number)
{
	SignalNote note = {.number = number};
	int kept = 0;
	bool taken = false, more = false;
	for (int i = 0; i < os->process.waits->n_notes; i++) {
		if (os->process.waits->notes[i].number == number && !taken) {
			note = os->process.waits->notes[i];
			taken = true;
			continue;
		}
		more |= os->process.waits->notes[i].number == number;
		os->process.waits->notes[kept++] = os->process.waits->notes[i];
	}
	os->process.waits->n_notes = kept;
	if (!more)
		os->process.pending &= ~(1ull << (number - 1));
	return note;
}

void os_queue_mark(Os *os, int number, u64 value)
{
	SignalWaits *waits = os->process.waits;
	for (int i = 0; i < waits->n_notes; i++)
		if (waits->notes[i].number == number) {
			waits->notes[i].value = value;
			return;
		}
}

void os_queue_drop(Os *os, int number)
{
	while (os->process.pending & (1ull << (number - 1)))
		os_queue_take(os, number);
}

void os_signal_tell(const SignalNote *note, u8 info[OS_SIGNAL_INFO], Tag tags[OS_SIGNAL_INFO])
{
	i32 number = note->number;
	memset(info, 0, OS_SIGNAL_INFO);
	memset(tags, 0, OS_SIGNAL_INFO * sizeof *tags);
	memcpy(info, &number, sizeof number);
	memcpy(info + AT_CODE, &note->code, sizeof note->code);
	memcpy(info + AT_PID, &note->pid, sizeof note->pid);
	memcpy(info + AT_UID, &note->uid, sizeof note->uid);
	memcpy(info + AT_VALUE, &note->value, sizeof note->value);
	memcpy(tags + AT_VALUE, note->value_tags, sizeof note->value_tags);
}

bool os_signal_read(Os *os, u64 addr, SignalNote *note)
{
	u8 info[OS_SIGNAL_INFO];
	Tag tags[OS_SIGNAL_INFO] = {0};
	if (!os->mem.read(os->mem.machine, addr, info, tags, sizeof info)) {
		os->status = OS_FAULT;
		return false;
	}
	memcpy(&note->code, info + AT_CODE, sizeof note->code);
	memcpy(&note->pid, info + AT_PID, sizeof note->pid);
	memcpy(&note->uid, info + AT_UID, sizeof note->uid);
	memcpy(&note->value, info + AT_VALUE, sizeof note->value);
	memcpy(note->value_tags, tags + AT_VALUE, sizeof note->value_tags);
	return true;
}

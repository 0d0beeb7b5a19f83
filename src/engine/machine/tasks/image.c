/* image.c: copies and replaces the memory of a process. */
#include "engine/machine/tasks/image.h"

enum { PAGE = 4096, PAGE_BITS = 12 };

typedef struct ImagePage {
	u32 refs;
	u8 bytes[PAGE];
	u8 readable[PAGE / 8], writable[PAGE / 8], tagged[PAGE / 8];
	u32 granules[PAGE / 16];
	Tag *tags; /* PAGE of them; NULL: no byte is tagged */
} ImagePage;

typedef struct ImageZone {
	VEC(ImagePage *) pages; /* NULL: all zero */
	VEC(u32) objects;       /* Memory.pages of each */
} ImageZone;

typedef VEC(Object) ObjectList;

struct Image {
	ImageZone zones[2];       /* stack, heap */
	VEC(u64) dirty;           /* pages of globals that were written */
	VEC(ImagePage *) globals; /* parallel to it */
	ObjectList objects;       /* but for globals */
	U32List queues;           /* number, length, ids; for each that is not empty */
	u64 heap_next, stack_next, heap_used, quarantine_bytes;
	u64 tag_low[3], tag_high[3];
	bool guarded;
};

static u64 zone_start(u32 z)
{
	return (z ? HEAP_BASE : STACK_BASE) + PAGE;
}

static u64 *zone_next(Memory *m, u32 z)
{
	return z ? &m->heap_next : &m->stack_next;
}

/* ---- pages ---- */

static bool all_zero(const void *at, size_t n)
{
	const u8 *p = at;
	return !p[0] && !memcmp(p, p + 1, n - 1);
}

static bool page_empty(const Memory *m, u64 at)
{
	return all_zero(m->readable + (at >> 3), PAGE / 8) &&
		   all_zero(m->writable + (at >> 3), PAGE / 8) &&
		   all_zero(m->tagged + (at >> 3), PAGE / 8) &&
		   all_zero(m->granules + (at >> 4), PAGE / 4) && all_zero(m->bytes + at, PAGE);
}

static bool page_same(const Memory *m, u64 at, const ImagePage *p)
{
	return !memcmp(p->bytes, m->bytes + at, PAGE) &&
		   !memcmp(p->readable, m->readable + (at >> 3), PAGE / 8) &&
		   !memcmp(p->writable, m->writable + (at >> 3), PAGE / 8) &&
		   !memcmp(p->tagged, m->tagged + (at >> 3), PAGE / 8) &&
		   !memcmp(p->granules, m->granules + (at >> 4), PAGE / 4) &&
		   (!p->tags || !memcmp(p->tags, m->tags + at, PAGE * sizeof(Tag)));
}

static ImagePage *page_take(const Memory *m, u64 at, ImagePage *like)
{
	if (like ? page_same(m, at, like) : page_empty(m, at)) {
		if (like)
			like->refs++;
		return like;
	}
	ImagePage *p = xmalloc(sizeof *p);
	p->refs = 1;
	memcpy(p->bytes, m->bytes + at, PAGE);
	memcpy(p->readable, m->readable + (at >> 3), PAGE / 8);
	memcpy(p->writable, m->writable + (at >> 3), PAGE / 8);
	memcpy(p->tagged, m->tagged + (at >> 3), PAGE / 8);
	memcpy(p->granules, m->granules + (at >> 4), PAGE / 4);
	p->tags = NULL;
	if (!all_zero(p->tagged, PAGE / 8))
		p->tags = memcpy(xmalloc(PAGE * sizeof(Tag)), m->tags + at, PAGE * sizeof(Tag));
	return p;
}

static void page_free(ImagePage *p)
{
	if (!p || --p->refs)
		return;
	free(p->tags);
	free(p);
}

static void page_put(Memory *m, u64 at, const ImagePage *p)
{
	static const ImagePage none;
	if (!p)
		p = &none;
	if (m->changed)
		for (u64 b = at; b < at + PAGE; b += MEMORY_BLOCK)
			memory_list_change(m, b);
	memcpy(m->bytes + at, p->bytes, PAGE);
	memcpy(m->readable + (at >> 3), p->readable, PAGE / 8);
	memcpy(m->writable + (at >> 3), p->writable, PAGE / 8);
	memcpy(m->tagged + (at >> 3), p->tagged, PAGE / 8);
	memcpy(m->granules + (at >> 4), p->granules, PAGE / 4);
	if (p->tags)
		memcpy(m->tags + at, p->tags, PAGE * sizeof(Tag));
}

/* ---- allocators ---- */

static IdQueue *queue_at(Memory *m, u32 i)
{
	if (i < FRAME_CLASSES)
		return &m->frames[i];
	return i < FRAME_CLASSES + HEAP_CLASSES ? &m->free_blocks[i - FRAME_CLASSES] : &m->quarantine;
}

static void take_queues(Memory *m, U32List *to)
{
	for (u32 i = 0; i <= FRAME_CLASSES + HEAP_CLASSES; i++) {
		const IdQueue *q = queue_at(m, i);
		if (!q->len)
			continue;
		vec_push(to, i);
		vec_push(to, q->len);
		for (u32 k = 0; k < q->len; k++)
			vec_push(to, q->at[(q->head + k) & (q->cap - 1)]);
	}
}

static void put_queues(Memory *m, const U32List *from)
{
	for (u32 i = 0; i <= FRAME_CLASSES + HEAP_CLASSES; i++)
		queue_at(m, i)->len = queue_at(m, i)->head = 0;
	for (size_t i = 0; i + 1 < from->len; i += 2 + from->at[i + 1]) {
		IdQueue *q = queue_at(m, from->at[i]);
		u32 n = from->at[i + 1], cap = q->cap ? q->cap : 32;
		while (cap < n)
			cap *= 2;
		if (cap != q->cap)
			q->at = xrealloc(q->at, cap * sizeof *q->at);
		memcpy(q->at, from->at + i + 2, n * sizeof *q->at);
		q->cap = cap;
		q->len = n;
	}
}

/* ---- the whole ---- */

static void take_zone(Memory *m, u32 z, const Image *like, ImageZone *to)
{
	u64 at = zone_start(z);
	for (u64 k = 0; at < *zone_next(m, z); k++, at += PAGE) {
		ImagePage *old = like && k < like->zones[z].pages.len ? like->zones[z].pages.at[k] : NULL;
		vec_push(&to->pages, page_take(m, at, old));
		vec_push(&to->objects, m->pages[at >> PAGE_BITS]);
	}
}

Image *image_take(const Memory *memory, const Image *like)
{
	Memory *m = (Memory *)(uintptr_t)memory; /* only read */
	Image *image = xcalloc(1, sizeof *image);
	for (u32 z = 0; z < 2; z++)
		take_zone(m, z, like, &image->zones[z]);
	for (size_t i = 0; i < m->dirty.len; i++) {
		bool known = like && i < like->dirty.len && like->dirty.at[i] == m->dirty.at[i];
		vec_push(&image->dirty, m->dirty.at[i]);
		vec_push(&image->globals, page_take(m, m->dirty.at[i], known ? like->globals.at[i] : NULL));
	}
	vec_append(&image->objects, m->objects.at + m->first_object, m->objects.len - m->first_object);
	take_queues(m, &image->queues);
	image->heap_next = m->heap_next;
	image->stack_next = m->stack_next;
	image->heap_used = m->heap_used;
	image->quarantine_bytes = m->quarantine_bytes;
	image->guarded = m->guarded;
	for (u32 z = 0; z < 3; z++) {
		image->tag_low[z] = m->tag_range[z].low;
		image->tag_high[z] = m->tag_range[z].high;
	}
	return image;
}

static void share(ImagePage *p)
{
	if (p)
		p->refs++;
}

Image *image_share(const Image *image)
{
	Image *copy = xcalloc(1, sizeof *copy);
	*copy = *image;
	for (u32 z = 0; z < 2; z++) {
		copy->zones[z] = (ImageZone){0};
		vec_append(&copy->zones[z].pages, image->zones[z].pages.at, image->zones[z].pages.len);
		vec_append(&copy->zones[z].objects, image->zones[z].objects.at,
				   image->zones[z].objects.len);
		for (size_t k = 0; k < copy->zones[z].pages.len; k++)
			share(copy->zones[z].pages.at[k]);
	}
	copy->dirty.at = NULL;
	copy->dirty.len = copy->dirty.cap = 0;
	copy->globals.at = NULL;
	copy->globals.len = copy->globals.cap = 0;
	copy->objects = (ObjectList){0};
	copy->queues = (U32List){0};
	vec_append(&copy->dirty, image->dirty.at, image->dirty.len);
	vec_append(&copy->globals, image->globals.at, image->globals.len);
	for (size_t i = 0; i < copy->globals.len; i++)
		share(copy->globals.at[i]);
	vec_append(&copy->objects, image->objects.at, image->objects.len);
	vec_append(&copy->queues, image->queues.at, image->queues.len);
	return copy;
}

static void put_zone(Memory *m, u32 z, const ImageZone *now, const ImageZone *to)
{
	u64 at = zone_start(z);
	for (size_t k = 0; k < now->pages.len || k < to->pages.len; k++, at += PAGE) {
		const ImagePage *a = k < now->pages.len ? now->pages.at[k] : NULL;
		const ImagePage *b = k < to->pages.len ? to->pages.at[k] : NULL;
		if (a != b)
			page_put(m, at, b);
		m->pages[at >> PAGE_BITS] = k < to->objects.len ? to->objects.at[k] : 0;
	}
}

static bool same_global(const Image *a, const Image *b, size_t i)
{
	return i < a->dirty.len && i < b->dirty.len && a->dirty.at[i] == b->dirty.at[i] &&
		   a->globals.at[i] == b->globals.at[i];
}

static void put_globals(Memory *m, const Image *now, const Image *to)
{
	for (size_t i = 0; i < now->dirty.len; i++) {
		u64 page = now->dirty.at[i];
		if (same_global(now, to, i))
			continue;
		memory_restore_page(m, page);
		memset(m->tagged + (page >> 3), 0, PAGE / 8);
		if (m->changed)
			for (u64 b = page; b < page + PAGE; b += MEMORY_BLOCK)
				memory_list_change(m, b);
	}
	for (size_t i = 0; i < to->dirty.len; i++) {
		if (same_global(now, to, i))
			continue;
		page_put(m, to->dirty.at[i], to->globals.at[i]);
		m->pages[to->dirty.at[i] >> PAGE_BITS] = 0;
	}
	m->dirty.len = 0;
	vec_append(&m->dirty, to->dirty.at, to->dirty.len);
}

static void put_memory(Memory *m, const Image *now, const Image *to)
{
	for (u32 z = 0; z < 2; z++)
		put_zone(m, z, &now->zones[z], &to->zones[z]);
	put_globals(m, now, to);
	m->objects.len = m->first_object;
	vec_append(&m->objects, to->objects.at, to->objects.len);
	put_queues(m, &to->queues);
	m->heap_next = to->heap_next;
	m->stack_next = to->stack_next;
	m->heap_used = to->heap_used;
	m->quarantine_bytes = to->quarantine_bytes;
	m->guarded = to->guarded;
	for (u32 z = 0; z < 3; z++) {
		m->tag_range[z].low = to->tag_low[z];
		m->tag_range[z].high = to->tag_high[z];
	}
}

void image_free(Image *image)
{
	if (!image)
		return;
	for (u32 z = 0; z < 2; z++) {
		for (size_t k = 0; k < image->zones[z].pages.len; k++)
			page_free(image->zones[z].pages.at[k]);
		vec_free(&image->zones[z].pages);
		vec_free(&image->zones[z].objects);
	}
	for (size_t i = 0; i < image->globals.len; i++)
		page_free(image->globals.at[i]);
	vec_free(&image->globals);
	vec_free(&image->dirty);
	vec_free(&image->objects);
	vec_free(&image->queues);
	free(image);
}

/* ---- memory that processes share ---- */

struct SharedMap {
	u32 number;
	VEC(ImagePage *) pages;
};

static bool is_shared(const Object *o)
{
	return o->kind == OBJ_HEAP && o->live && o->ref;
}

static SharedMap *shared_map(SharedMaps *shared, u32 number)
{
	for (size_t i = 0; i < shared->len; i++)
		if (shared->at[i]->number == number)
			return shared->at[i];
	return NULL;
}

static void drop_pages(SharedMap *map)
{
	for (size_t i = 0; i < map->pages.len; i++)
		page_free(map->pages.at[i]);
	map->pages.len = 0;
}

static void save_shared(const Image *now, const Object *o, SharedMaps *shared)
{
	SharedMap *map = shared_map(shared, o->ref);
	size_t first = (o->lo - zone_start(1)) / PAGE, n = (o->size + PAGE - 1) / PAGE;
	if (!map) {
		map = xcalloc(1, sizeof *map);
		map->number = o->ref;
		vec_push(shared, map);
	}
	for (size_t i = 0; i < n; i++)
		share(now->zones[1].pages.at[first + i]);
	drop_pages(map);
	vec_append(&map->pages, now->zones[1].pages.at + first, n);
}

static void load_shared(Memory *m, const Object *o, SharedMaps *shared)
{
	const SharedMap *map = shared_map(shared, o->ref);
	for (size_t i = 0; map && i < map->pages.len; i++)
		page_put(m, o->lo + i * PAGE, map->pages.at[i]);
}

void image_free_shared(SharedMaps *shared)
{
	for (size_t i = 0; i < shared->len; i++) {
		drop_pages(shared->at[i]);
		vec_free(&shared->at[i]->pages);
		free(shared->at[i]);
	}
	vec_free(shared);
}

void image_put(Memory *m, const Image *now, const Image *to, SharedMaps *shared)
{
	for (size_t i = 0; i < now->objects.len; i++)
		if (is_shared(&now->objects.at[i]))
			save_shared(now, &now->objects.at[i], shared);
	put_memory(m, now, to);
	for (size_t i = 0; i < to->objects.len; i++)
		if (is_shared(&to->objects.at[i]))
			load_shared(m, &to->objects.at[i], shared);
}

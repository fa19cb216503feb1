#include "peer.h"

#include "gl.h"

#include <string.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "peer files are read as they are, so the machine has to be little endian"
#endif

typedef struct {
    const char *name;
    const unsigned char *bytes;
    size_t size, at;
} Reader;

static const unsigned char *take(Reader *r, size_t count, size_t unit) {
    if (count > (r->size - r->at) / unit) {
        fail("%s: ends too early: at byte %zu, %zu times %zu bytes were expected", r->name, r->at, count, unit);
    }
    const unsigned char *p = r->bytes + r->at;
    r->at += count * unit;
    return p;
}

static void copy(Reader *r, void *to, size_t size) {
    memcpy(to, take(r, 1, size), size);
}

static uint32_t word(Reader *r) {
    uint32_t value;
    copy(r, &value, sizeof value);
    return value;
}

/* A count of records of at least `least` bytes: more than the file can hold is refused before allocating. */
static uint32_t count_of(Reader *r, const char *what, size_t least) {
    uint32_t n = word(r);
    if (n > r->size / least) {
        fail("%s: says %u %s, more than its %zu bytes can hold", r->name, n, what, r->size);
    }
    return n;
}

static uint32_t below(Reader *r, uint32_t limit, const char *what) {
    uint32_t n = word(r);
    if (n >= limit) {
        fail("%s: %s is %u at byte %zu, expected less than %u", r->name, what, n, r->at - 4, limit);
    }
    return n;
}

static void read_texture(Reader *r, Texture *t) {
    t->width = below(r, 16385, "texture width");
    t->height = below(r, 16385, "texture height");
    if (t->width == 0 || t->height == 0) {
        fail("%s: empty texture before byte %zu", r->name, r->at);
    }
    t->srgb = below(r, 2, "srgb");
    t->mag = below(r, 2, "magFilter");
    t->min = below(r, 6, "minFilter");
    t->wrap_u = below(r, 3, "wrapU");
    t->wrap_v = below(r, 3, "wrapV");
    t->rgba = take(r, (size_t)t->width * t->height, 4);
}

static void read_material(Reader *r, Material *m, uint32_t textures) {
    copy(r, m->base, sizeof m->base);
    copy(r, &m->metallic, 4);
    copy(r, &m->roughness, 4);
    copy(r, m->emissive, sizeof m->emissive);
    copy(r, &m->normal_scale, 4);
    copy(r, &m->occlusion_strength, 4);
    copy(r, &m->alpha_cutoff, 4);
    m->alpha_mode = below(r, 3, "alphaMode");
    m->double_sided = below(r, 2, "doubleSided");
    m->unlit = below(r, 2, "unlit");
    for (int i = 0; i < TEXTURE_SLOTS; i++) {
        copy(r, &m->texture[i], 4);
        if (m->texture[i] < -1 || m->texture[i] >= (int64_t)textures) {
            fail("%s: texture index %d at byte %zu, expected -1 to %u - 1", r->name, m->texture[i], r->at - 4,
                 textures);
        }
    }
    for (int i = 0; i < TEXTURE_SLOTS; i++) {
        m->uv_set[i] = below(r, 2, "uvSet");
    }
}

static void read_mesh(Reader *r, Mesh *m) {
    m->vertices = word(r);
    m->indices = word(r);
    m->attributes = below(r, 32, "attributes");
    if (m->indices % 3 != 0) {
        fail("%s: indexCount is %u, expected a multiple of 3", r->name, m->indices);
    }
    m->position = take(r, m->vertices, 12);
    m->normal = m->attributes & HAS_NORMAL ? take(r, m->vertices, 12) : NULL;
    m->tangent = m->attributes & HAS_TANGENT ? take(r, m->vertices, 16) : NULL;
    m->uv0 = m->attributes & HAS_UV0 ? take(r, m->vertices, 8) : NULL;
    m->uv1 = m->attributes & HAS_UV1 ? take(r, m->vertices, 8) : NULL;
    m->colour = m->attributes & HAS_COLOUR ? take(r, m->vertices, 16) : NULL;
    m->index = take(r, m->indices, 4);
    for (uint32_t i = 0; i < m->indices; i++) {
        uint32_t index;
        memcpy(&index, m->index + 4 * (size_t)i, 4);
        if (index >= m->vertices) {
            fail("%s: index %u refers to vertex %u of %u", r->name, i, index, m->vertices);
        }
    }
}

Scene peer_parse(const char *name, const unsigned char *bytes, size_t size) {
    Reader reader = {name, bytes, size, 0};
    Reader *r = &reader;
    Scene s;
    if (size < 8 || word(r) != PEER_MAGIC) {
        fail("%s: not a peer scene (it does not begin with PEER)", name);
    }
    uint32_t version = word(r);
    if (version != PEER_VERSION) {
        fail("%s: version %u, expected %d", name, version, PEER_VERSION);
    }
    s.frame_count = count_of(r, "frames", 140);
    s.texture_count = count_of(r, "textures", 32);
    s.material_count = count_of(r, "materials", 100);
    s.mesh_count = count_of(r, "meshes", 12);
    s.draw_count = count_of(r, "draws", 112);
    if (s.frame_count == 0) {
        fail("%s: has no frames", name);
    }
    copy(r, s.light_direction, 12);
    copy(r, s.light_colour, 12);
    copy(r, s.ambient, 12);
    copy(r, s.background, 12);
    s.tone_map = below(r, 2, "toneMap");
    s.frames = allocate(s.frame_count * sizeof *s.frames);
    s.textures = allocate(s.texture_count * sizeof *s.textures);
    s.materials = allocate(s.material_count * sizeof *s.materials);
    s.meshes = allocate(s.mesh_count * sizeof *s.meshes);
    s.draws = allocate(s.draw_count * sizeof *s.draws);
    for (uint32_t i = 0; i < s.frame_count; i++) {
        copy(r, s.frames[i].view, 64);
        copy(r, s.frames[i].projection, 64);
        copy(r, s.frames[i].camera, 12);
    }
    for (uint32_t i = 0; i < s.texture_count; i++) {
        read_texture(r, &s.textures[i]);
    }
    for (uint32_t i = 0; i < s.material_count; i++) {
        read_material(r, &s.materials[i], s.texture_count);
    }
    for (uint32_t i = 0; i < s.mesh_count; i++) {
        read_mesh(r, &s.meshes[i]);
    }
    for (uint32_t i = 0; i < s.draw_count; i++) {
        Draw *d = &s.draws[i];
        d->mesh = below(r, s.mesh_count, "mesh");
        d->material = below(r, s.material_count, "material");
        copy(r, d->model, 64);
        copy(r, d->normal_matrix, 36);
        d->flipped = below(r, 2, "flipped");
    }
    s.moving_count = count_of(r, "moving draws", 4);
    s.moving = allocate(s.moving_count * sizeof *s.moving);
    for (uint32_t i = 0; i < s.moving_count; i++) {
        s.moving[i] = below(r, s.draw_count, "moving draw");
        if (i > 0 && s.moving[i] <= s.moving[i - 1]) {
            fail("%s: moving draw %u after %u, expected rising indices", r->name, s.moving[i], s.moving[i - 1]);
        }
    }
    size_t motions = (size_t)s.moving_count * s.frame_count;
    if (motions > (size - r->at) / 104) {
        fail("%s: ends at byte %zu, expected %zu motions of 104 bytes", r->name, size, motions);
    }
    s.motions = allocate(motions * sizeof *s.motions);
    for (size_t i = 0; i < motions; i++) {
        copy(r, s.motions[i].model, 64);
        copy(r, s.motions[i].normal_matrix, 36);
        s.motions[i].flipped = below(r, 2, "flipped");
    }
    if (r->at != size) {
        fail("%s: %zu bytes follow the last motion", name, size - r->at);
    }
    return s;
}

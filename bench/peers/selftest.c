/* Built-in scenes, written as peer files so that they travel the same way as real ones. */
#include "gl.h"
#include "peer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

typedef struct {
    unsigned char *bytes;
    size_t size, capacity;
} Writer;

static void put(Writer *w, const void *data, size_t size) {
    if (w->size + size > w->capacity) {
        w->capacity = 2 * (w->size + size);
        unsigned char *grown = realloc(w->bytes, w->capacity);
        if (!grown) {
            fail("out of memory: %zu bytes", w->capacity);
        }
        w->bytes = grown;
    }
    memcpy(w->bytes + w->size, data, size);
    w->size += size;
}

static void put_word(Writer *w, uint32_t value) {
    put(w, &value, 4);
}

static void put_float(Writer *w, double value) {
    float f = (float)value;
    put(w, &f, 4);
}

static void put_vector(Writer *w, double x, double y, double z) {
    put_float(w, x);
    put_float(w, y);
    put_float(w, z);
}

/* An orbit about the origin, looking down by 20 degrees; vertical field of view 45 degrees. */
static void put_frame(Writer *w, double azimuth, double distance, double aspect) {
    double e = 20 * PI / 180, sa = sin(azimuth), ca = cos(azimuth), se = sin(e), ce = cos(e);
    double right[3] = {ca, 0, -sa}, up[3] = {-sa * se, ce, -ca * se}, back[3] = {sa * ce, se, ca * ce};
    for (int column = 0; column < 3; column++) {
        put_vector(w, right[column], up[column], back[column]);
        put_float(w, 0);
    }
    put_vector(w, 0, 0, -distance);
    put_float(w, 1);
    double f = 1 / tan(22.5 * PI / 180), near = 0.05, far = 4 * distance;
    double projection[16] = {f / aspect, 0, 0, 0, 0,          f, 0, 0,
                             0,          0, far / (near - far), -1, 0, 0, near * far / (near - far), 0};
    for (int i = 0; i < 16; i++) {
        put_float(w, projection[i]);
    }
    put_vector(w, back[0] * distance, back[1] * distance, back[2] * distance);
}

static void put_material(Writer *w, double r, double g, double b, double a, double metallic, double roughness,
                         uint32_t alpha, int texture) {
    put_vector(w, r, g, b);
    put_float(w, a);
    put_float(w, metallic);
    put_float(w, roughness);
    put_vector(w, 0, 0, 0);
    put_float(w, 1);
    put_float(w, 1);
    put_float(w, 0.5);
    put_word(w, alpha);
    put_word(w, 0);
    put_word(w, 0);
    put_word(w, (uint32_t)texture);
    for (int i = 1; i < TEXTURE_SLOTS; i++) {
        put_word(w, UINT32_MAX);
    }
    for (int i = 0; i < TEXTURE_SLOTS; i++) {
        put_word(w, 0);
    }
}

static void put_sphere(Writer *w, uint32_t triangles) {
    uint32_t rows = (uint32_t)lround(sqrt(triangles / 4.0));
    rows = rows < 4 ? 4 : rows;
    uint32_t columns = 2 * rows, stride = columns + 1, vertices = stride * (rows + 1);
    put_word(w, vertices);
    put_word(w, 6 * rows * columns);
    put_word(w, HAS_NORMAL | HAS_UV0);
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t y = 0; y <= rows; y++) {
            for (uint32_t x = 0; x <= columns; x++) {
                double polar = PI * y / rows, turn = 2 * PI * x / columns;
                put_vector(w, sin(polar) * sin(turn), cos(polar), sin(polar) * cos(turn));
            }
        }
    }
    for (uint32_t y = 0; y <= rows; y++) {
        for (uint32_t x = 0; x <= columns; x++) {
            put_float(w, 4.0 * x / columns);
            put_float(w, 2.0 * y / rows);
        }
    }
    for (uint32_t y = 0; y < rows; y++) {
        for (uint32_t x = 0; x < columns; x++) {
            uint32_t a = y * stride + x, c = a + stride;
            uint32_t quad[6] = {a, c, a + 1, a + 1, c, c + 1};
            put(w, quad, sizeof quad);
        }
    }
}

static void put_cube(Writer *w) {
    put_word(w, 24);
    put_word(w, 36);
    put_word(w, HAS_NORMAL | HAS_UV0);
    for (int pass = 0; pass < 2; pass++) {
        for (int face = 0; face < 6; face++) {
            int axis = face / 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
            double sign = face % 2 ? -1 : 1;
            for (int corner = 0; corner < 4; corner++) {
                double p[3] = {0, 0, 0};
                p[axis] = sign;
                if (pass == 0) {
                    p[u] = (corner == 1 || corner == 2 ? 1 : -1) * sign;
                    p[v] = corner >= 2 ? 1 : -1;
                }
                put_vector(w, p[0], p[1], p[2]);
            }
        }
    }
    for (int i = 0; i < 24; i++) {
        put_float(w, i % 4 == 1 || i % 4 == 2);
        put_float(w, i % 4 >= 2);
    }
    for (uint32_t face = 0; face < 6; face++) {
        uint32_t b = 4 * face, quad[6] = {b, b + 1, b + 2, b, b + 2, b + 3};
        put(w, quad, sizeof quad);
    }
}

static void put_draw(Writer *w, uint32_t mesh, uint32_t material, double x, double y, double z, double scale) {
    put_word(w, mesh);
    put_word(w, material);
    for (int i = 0; i < 12; i++) {
        put_float(w, i % 5 == 0 ? scale : 0);
    }
    put_vector(w, x, y, z);
    put_float(w, 1);
    for (int i = 0; i < 9; i++) {
        put_float(w, i % 4 == 0 ? 1 / scale : 0);
    }
    put_word(w, 0);
}

unsigned char *self_test(const char *what, uint32_t frames, double aspect, size_t *size) {
    Writer writer = {NULL, 0, 0};
    Writer *w = &writer;
    int objects = strcmp(what, "objects") == 0;
    long triangles = 4000;
    if (!objects) {
        char *end = NULL;
        triangles = strncmp(what, "sphere:", 7) == 0 ? strtol(what + 7, &end, 10) : 0;
        if (triangles < 64 || triangles > 20000000 || *end) {
            fail("--self-test is \"%s\", expected objects or sphere:TRIANGLES (64 to 20000000)", what);
        }
    }
    put_word(w, PEER_MAGIC);
    put_word(w, PEER_VERSION);
    put_word(w, frames);
    put_word(w, objects ? 2 : 0);
    put_word(w, objects ? 4 : 1);
    put_word(w, objects ? 2 : 1);
    put_word(w, objects ? 4 : 1);
    put_vector(w, 2 / 3.0, 2 / 3.0, 1 / 3.0);
    put_vector(w, 3, 3, 3);
    put_vector(w, 0.25, 0.25, 0.3);
    put_vector(w, 0.1, 0.1, 0.1);
    put_word(w, 1);
    for (uint32_t i = 0; i < frames; i++) {
        put_frame(w, 2 * PI * i / frames, objects ? 6.5 : 3, aspect);
    }
    for (int t = 0; objects && t < 2; t++) {
        const uint32_t head[7] = {256, 256, 1, 1, 5, 0, 0};
        put(w, head, sizeof head);
        for (int y = 0; y < 256; y++) {
            for (int x = 0; x < 256; x++) {
                int on = (x / 32 + y / 32) % 2;
                unsigned char texel[4] = {(unsigned char)(on ? 230 : 40), (unsigned char)(x), (unsigned char)(y),
                                          (unsigned char)(t && !on ? 0 : 255)};
                put(w, texel, 4);
            }
        }
    }
    put_material(w, 0.8, 0.3, 0.2, 1, objects ? 1 : 0, 0.35, ALPHA_OPAQUE, -1);
    if (objects) {
        put_material(w, 1, 1, 1, 1, 0, 0.5, ALPHA_OPAQUE, 0);
        put_material(w, 1, 1, 1, 1, 0, 0.5, ALPHA_MASK, 1);
        put_material(w, 0.2, 0.4, 1, 0.4, 0, 0.2, ALPHA_BLEND, -1);
    }
    put_sphere(w, (uint32_t)triangles);
    if (objects) {
        put_cube(w);
        put_draw(w, 0, 0, -1.6, 0, 0, 1);
        put_draw(w, 1, 1, 1.6, 0, 0, 0.8);
        put_draw(w, 0, 2, 0, 0, -2, 1);
        put_draw(w, 1, 3, 0, -0.2, 2, 0.6);
    } else {
        put_draw(w, 0, 0, 0, 0, 0, 1);
    }
    put_word(w, 0); /* nothing moves */
    *size = w->size;
    return w->bytes;
}

/*
 * Which pixels does llvmpipe cover? Rasterises triangles given in fixed point (8 sub-pixel bits) without depth,
 * and holds the result against the exact rule: pixel centres, integer edge functions, top-left rule, row 0 on top.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl.h"

enum { SUBPIXELS = 256, CENTRE = 128, BATCH = 128 };

typedef struct {
    int32_t x[3], y[3];
} Triangle;

/* Per pixel: how many triangles cover it, and the number of the last one plus 1 (0: none). */
typedef struct {
    int width, height;
    uint32_t *hits, *ids;
} Coverage;

static Coverage make_coverage(int width, int height) {
    size_t bytes = 4 * (size_t)width * height;
    return (Coverage){width, height, allocate(bytes), allocate(bytes)};
}

/* The vertex stage keeps coordinates exact: the viewport is a power of two wide, so every step is a power-of-two
 * scale or a sum that fits a float's 24 bits. */
static const char *const VERTEX =
    "layout(location = 0) in ivec2 fixedPosition;\n"
    "layout(location = 0) uniform float extent;\n"
    "void main() {\n"
    "    vec2 p = vec2(fixedPosition) / (128.0 * extent);\n"
    "    gl_Position = vec4(p.x - 1.0, 1.0 - p.y, 0.5, 1.0);\n"
    "}\n";

static const char *const FRAGMENT =
    "layout(location = 0) out float hits;\n"
    "layout(location = 1) out uint id;\n"
    "void main() {\n"
    "    hits = 1.0;\n"
    "    id = uint(gl_PrimitiveID) + 1u;\n"
    "}\n";

typedef struct {
    int width, height;
    float *counts;
} Rasteriser;

static Rasteriser make_rasteriser(int width, int height, int threads) {
    int extent = 1;
    while (extent < width || extent < height) {
        extent *= 2;
    }
    create_context(threads);
    GLuint frame, buffer[2], vao;
    glCreateFramebuffers(1, &frame);
    glCreateRenderbuffers(2, buffer);
    glNamedRenderbufferStorage(buffer[0], GL_R32F, width, height);
    glNamedRenderbufferStorage(buffer[1], GL_R32UI, width, height);
    glNamedFramebufferRenderbuffer(frame, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffer[0]);
    glNamedFramebufferRenderbuffer(frame, GL_COLOR_ATTACHMENT1, GL_RENDERBUFFER, buffer[1]);
    const GLenum targets[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    glNamedFramebufferDrawBuffers(frame, 2, targets);
    if (glCheckNamedFramebufferStatus(frame, GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
        fail("no render target of %dx%d", width, height);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    glCreateVertexArrays(1, &vao);
    glEnableVertexArrayAttrib(vao, 0);
    glVertexArrayAttribIFormat(vao, 0, 2, GL_INT, 0);
    glVertexArrayAttribBinding(vao, 0, 0);
    glBindVertexArray(vao);
    glUseProgram(link_program("", VERTEX, FRAGMENT));
    glUniform1f(0, (float)extent);
    glClipControl(GL_UPPER_LEFT, GL_ZERO_TO_ONE);
    /* The viewport's first row is the picture's first row, whatever of it lies outside the picture. */
    glViewport(0, 0, extent, extent);
    glEnablei(GL_BLEND, 0);
    glBlendFunc(GL_ONE, GL_ONE);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    check_gl("while setting up");
    return (Rasteriser){width, height, allocate(4 * (size_t)width * height)};
}

static void rasterise(Rasteriser *r, const Triangle *triangles, size_t count, Coverage *out) {
    const float nothing[4] = {0, 0, 0, 0};
    const GLuint none[4] = {0, 0, 0, 0};
    glClearBufferfv(GL_COLOR, 0, nothing);
    glClearBufferuiv(GL_COLOR, 1, none);
    int32_t *vertices = allocate(count * 6 * sizeof *vertices);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < 3; k++) {
            vertices[6 * i + 2 * k] = triangles[i].x[k];
            vertices[6 * i + 2 * k + 1] = triangles[i].y[k];
        }
    }
    GLuint buffer;
    glCreateBuffers(1, &buffer);
    glNamedBufferStorage(buffer, (GLsizeiptr)(count * 24), vertices, 0);
    glVertexArrayVertexBuffer(1, 0, buffer, 0, 8);
    glDrawArrays(GL_TRIANGLES, 0, (GLsizei)(3 * count));
    glReadBuffer(GL_COLOR_ATTACHMENT0);
    glReadPixels(0, 0, r->width, r->height, GL_RED, GL_FLOAT, r->counts);
    glReadBuffer(GL_COLOR_ATTACHMENT1);
    glReadPixels(0, 0, r->width, r->height, GL_RED_INTEGER, GL_UNSIGNED_INT, out->ids);
    check_gl("while rasterising");
    for (size_t i = 0; i < (size_t)r->width * r->height; i++) {
        out->hits[i] = (uint32_t)r->counts[i];
    }
    glDeleteBuffers(1, &buffer);
    free(vertices);
}

/* Inside of the edge from a to b, for a triangle whose inside is on the positive side. */
static int inside(int64_t ax, int64_t ay, int64_t bx, int64_t by, int64_t px, int64_t py) {
    int64_t dx = bx - ax, dy = by - ay, e = dx * (py - ay) - dy * (px - ax);
    int top = dy == 0 && dx > 0, left = dy < 0;
    return e > 0 || (e == 0 && (top || left));
}

static int64_t lowest(const int32_t *v) {
    int32_t m = v[0] < v[1] ? v[0] : v[1];
    return m < v[2] ? m : v[2];
}

static int64_t highest(const int32_t *v) {
    int32_t m = v[0] > v[1] ? v[0] : v[1];
    return m > v[2] ? m : v[2];
}

static int64_t floor_divide(int64_t value) {
    return value >= 0 ? value / SUBPIXELS : -((SUBPIXELS - 1 - value) / SUBPIXELS);
}

/* The definition, pixel by pixel. */
static void exact(const Triangle *triangles, size_t count, Coverage *out) {
    size_t bytes = 4 * (size_t)out->width * out->height;
    memset(out->hits, 0, bytes);
    memset(out->ids, 0, bytes);
    for (size_t i = 0; i < count; i++) {
        const Triangle *t = &triangles[i];
        int64_t area = ((int64_t)t->x[1] - t->x[0]) * ((int64_t)t->y[2] - t->y[0]) -
                       ((int64_t)t->y[1] - t->y[0]) * ((int64_t)t->x[2] - t->x[0]);
        if (area == 0) {
            continue;
        }
        int b = area > 0 ? 1 : 2, c = 3 - b;
        int64_t x0 = floor_divide(lowest(t->x)), x1 = floor_divide(highest(t->x));
        int64_t y0 = floor_divide(lowest(t->y)), y1 = floor_divide(highest(t->y));
        x0 = x0 < 0 ? 0 : x0;
        y0 = y0 < 0 ? 0 : y0;
        x1 = x1 >= out->width ? out->width - 1 : x1;
        y1 = y1 >= out->height ? out->height - 1 : y1;
        for (int64_t y = y0; y <= y1; y++) {
            for (int64_t x = x0; x <= x1; x++) {
                int64_t px = x * SUBPIXELS + CENTRE, py = y * SUBPIXELS + CENTRE;
                if (inside(t->x[0], t->y[0], t->x[b], t->y[b], px, py) &&
                    inside(t->x[b], t->y[b], t->x[c], t->y[c], px, py) &&
                    inside(t->x[c], t->y[c], t->x[0], t->y[0], px, py)) {
                    out->hits[y * out->width + x]++;
                    out->ids[y * out->width + x] = (uint32_t)i + 1;
                }
            }
        }
    }
}

/* xorshift64*; Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled", 2016. */
static uint64_t state;

static uint32_t next_random(void) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (uint32_t)((state * 0x2545F4914F6CDD1DULL) >> 32);
}

/* Uniform in [low, high]. */
static int32_t between(int64_t low, int64_t high) {
    return (int32_t)(low + (int64_t)(next_random() % (uint64_t)(high - low + 1)));
}

typedef enum { FREE, TIES, SLIVERS, GRID } Shape;

/* extent: pixels a triangle spans; margin: pixels its centre may lie outside the picture. */
typedef struct {
    const char *name;
    Shape shape;
    int extent, margin, batches;
} Kind;

static const Kind KINDS[] = {
    {"up to 2 px", FREE, 2, 0, 400},
    {"up to 16 px", FREE, 16, 0, 400},
    {"up to 128 px", FREE, 128, 0, 200},
    {"up to 1000 px", FREE, 1000, 0, 10},
    {"vertices on pixel centres, corners and mid-edges", TIES, 24, 0, 400},
    {"slivers under 1 px wide", SLIVERS, 900, 0, 100},
    {"grids of shared edges", GRID, 24, 0, 100},
    {"partly outside the picture, up to 1000 px", FREE, 1000, 400, 10},
    {"up to 4000 px, far outside the picture", FREE, 4000, 2000, 10},
    {"up to 20000 px, very far outside the picture", FREE, 20000, 8000, 10},
};

static void random_triangle(const Kind *kind, int width, int height, Triangle *t) {
    int64_t m = (int64_t)kind->margin * SUBPIXELS, half = (int64_t)kind->extent * SUBPIXELS / 2;
    int64_t cx = between(-m, (int64_t)width * SUBPIXELS + m), cy = between(-m, (int64_t)height * SUBPIXELS + m);
    for (int k = 0; k < 3; k++) {
        t->x[k] = between(cx - half, cx + half);
        t->y[k] = between(cy - half, cy + half);
    }
    if (kind->shape == TIES) {
        for (int k = 0; k < 3; k++) {
            t->x[k] = t->x[k] / CENTRE * CENTRE;
            t->y[k] = t->y[k] / CENTRE * CENTRE;
        }
    } else if (kind->shape == SLIVERS) {
        t->x[2] = between(t->x[1] - SUBPIXELS / 2, t->x[1] + SUBPIXELS / 2);
        t->y[2] = between(t->y[1] - SUBPIXELS / 2, t->y[1] + SUBPIXELS / 2);
    }
}

/* Quads with jittered corners that tile a square without gap or overlap, diagonals either way. */
static void random_grid(const Kind *kind, int width, int height, Triangle *out) {
    int64_t cell = kind->extent * SUBPIXELS, side = BATCH / 16;
    int64_t ox = between(0, width * SUBPIXELS - side * cell), oy = between(0, height * SUBPIXELS - side * cell);
    int32_t x[9][9], y[9][9];
    for (int j = 0; j <= side; j++) {
        for (int i = 0; i <= side; i++) {
            x[j][i] = between(ox + i * cell, ox + i * cell + cell / 3);
            y[j][i] = between(oy + j * cell, oy + j * cell + cell / 3);
        }
    }
    for (int j = 0; j < side; j++) {
        for (int i = 0; i < side; i++) {
            int d = next_random() & 1;
            *out++ = (Triangle){{x[j][i], x[j][i + 1], x[j + 1][i + d]}, {y[j][i], y[j][i + 1], y[j + 1][i + d]}};
            *out++ = (Triangle){{x[j + 1][i + 1], x[j + 1][i], x[j][i + 1 - d]},
                                {y[j + 1][i + 1], y[j + 1][i], y[j][i + 1 - d]}};
        }
    }
}

typedef struct {
    uint64_t triangles, covered, more, fewer, ids, pixels;
} Difference;

static void compare(const Coverage *theirs, const Coverage *rule, Difference *d) {
    for (size_t i = 0; i < (size_t)rule->width * rule->height; i++) {
        uint32_t a = theirs->hits[i], b = rule->hits[i];
        d->covered += b;
        d->more += a > b ? a - b : 0;
        d->fewer += b > a ? b - a : 0;
        d->ids += theirs->ids[i] != rule->ids[i];
        d->pixels += a != b || theirs->ids[i] != rule->ids[i];
    }
}

static void print_row(const char *name, const Difference *d) {
    double all = d->covered ? (double)d->covered : 1;
    printf("| %s | %llu | %llu | %llu | %llu | %.5f %% |\n", name, (unsigned long long)d->triangles,
           (unsigned long long)d->covered, (unsigned long long)d->more, (unsigned long long)d->fewer,
           100 * (double)(d->more + d->fewer) / all);
}

static void print_head(void) {
    printf("%s, %s\n\n", (const char *)glGetString(GL_RENDERER), (const char *)glGetString(GL_VERSION));
    puts("| triangles | number | pixels covered (exact rule) | llvmpipe alone | exact rule alone | share that differs |");
    puts("| --- | --: | --: | --: | --: | --: |");
}

static void compare_random(Rasteriser *r) {
    Coverage theirs = make_coverage(r->width, r->height), rule = make_coverage(r->width, r->height);
    Difference total = {0, 0, 0, 0, 0, 0};
    print_head();
    for (size_t k = 0; k < sizeof KINDS / sizeof *KINDS; k++) {
        Difference d = {0, 0, 0, 0, 0, 0};
        for (int batch = 0; batch < KINDS[k].batches; batch++) {
            Triangle triangles[BATCH];
            if (KINDS[k].shape == GRID) {
                random_grid(&KINDS[k], r->width, r->height, triangles);
            } else {
                for (int i = 0; i < BATCH; i++) {
                    random_triangle(&KINDS[k], r->width, r->height, &triangles[i]);
                }
            }
            rasterise(r, triangles, BATCH, &theirs);
            exact(triangles, BATCH, &rule);
            compare(&theirs, &rule, &d);
            d.triangles += BATCH;
        }
        print_row(KINDS[k].name, &d);
        total.triangles += d.triangles;
        total.covered += d.covered;
        total.more += d.more;
        total.fewer += d.fewer;
    }
    print_row("all", &total);
}

static Triangle *read_triangles(const char *path, size_t *count) {
    size_t size;
    unsigned char *bytes = read_file(path, &size);
    if (size == 0 || size % 24 != 0) {
        fail("%s: %zu bytes, expected a multiple of 24: int32 x0 y0 x1 y1 x2 y2 a triangle", path, size);
    }
    *count = size / 24;
    Triangle *triangles = allocate(*count * sizeof *triangles);
    for (size_t i = 0; i < *count; i++) {
        int32_t v[6];
        memcpy(v, bytes + 24 * i, 24);
        triangles[i] = (Triangle){{v[0], v[2], v[4]}, {v[1], v[3], v[5]}};
        for (int k = 0; k < 6; k++) {
            if (v[k] < -(1 << 23) || v[k] > 1 << 23) {
                fail("%s: triangle %zu has coordinate %d, expected -2^23 to 2^23", path, i, v[k]);
            }
        }
    }
    free(bytes);
    return triangles;
}

static void write_words(const char *path, const uint32_t *words, size_t count) {
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(words, 4, count, file) != count || fclose(file)) {
        fail("%s: cannot be written", path);
    }
}

static const char *const USAGE =
    "usage: coverage [--size WxH] [--seed N]                   random triangles against the exact rule\n"
    "       coverage [--size WxH] --in FILE [--hits FILE] [--ids FILE]\n"
    "  FILE of triangles: int32 x0 y0 x1 y1 x2 y2 each, 1/256 pixel, y downwards, little endian\n"
    "  hits, ids: uint32 a pixel, rows from the top: covering triangles, number of the last one + 1";

int main(int argc, char **argv) {
    int width = 1024, height = 1024;
    const char *in = NULL, *hits = NULL, *ids = NULL;
    state = 1;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            puts(USAGE);
            return 0;
        }
        if (i + 1 >= argc) {
            fail("%s: unknown, or its value is missing\n%s", argv[i], USAGE);
        }
        const char *option = argv[i++], *value = argv[i];
        int end = 0;
        if (strcmp(option, "--size") == 0) {
            if (sscanf(value, "%5dx%5d%n", &width, &height, &end) != 2 || value[end] || width < 1 || height < 1 ||
                width > 8192 || height > 8192) {
                fail("--size is \"%s\", expected WIDTHxHEIGHT, at most 8192x8192", value);
            }
        } else if (strcmp(option, "--seed") == 0) {
            state = strtoull(value, NULL, 10);
            if (state == 0) {
                fail("--seed is \"%s\", expected a positive number", value);
            }
        } else if (strcmp(option, "--in") == 0) {
            in = value;
        } else if (strcmp(option, "--hits") == 0) {
            hits = value;
        } else if (strcmp(option, "--ids") == 0) {
            ids = value;
        } else {
            fail("%s: unknown\n%s", option, USAGE);
        }
    }
    if (!in && (hits || ids || width < 512 || height < 512)) {
        fail("%s", hits || ids ? "--hits and --ids need --in" : "random triangles need at least 512x512 pixels");
    }
    Rasteriser r = make_rasteriser(width, height, 2);
    if (!in) {
        compare_random(&r);
        return 0;
    }
    size_t count;
    Triangle *triangles = read_triangles(in, &count);
    Coverage theirs = make_coverage(width, height), rule = make_coverage(width, height);
    Difference d = {0, 0, 0, 0, 0, 0};
    rasterise(&r, triangles, count, &theirs);
    exact(triangles, count, &rule);
    compare(&theirs, &rule, &d);
    d.triangles = count;
    print_head();
    print_row(in, &d);
    if (hits) {
        write_words(hits, theirs.hits, (size_t)width * height);
    }
    if (ids) {
        write_words(ids, theirs.ids, (size_t)width * height);
    }
    return 0;
}

/*
 * Which pixels does llvmpipe cover? Rasterises triangles given in fixed point (8 sub-pixel bits) without depth,
 * and holds the result against the exact rule: pixel centres, integer edge functions, top-left rule, row 0 on top.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl.h"

enum { SUBPIXELS = 256, HALF = SUBPIXELS / 2, BATCH = 128, MAX_SAMPLES = 4 };

typedef struct {
    int32_t x[3], y[3];
} Triangle;

/* Per pixel, for one of its samples: how many triangles cover it, and the number of the last one plus 1 (0: none). */
typedef struct {
    int width, height;
    uint32_t *hits, *ids;
} Coverage;

static Coverage make_coverage(int width, int height) {
    size_t bytes = 4 * (size_t)width * height;
    return (Coverage){width, height, allocate(bytes), allocate(bytes)};
}

/* The vertex stage keeps coordinates exact: the viewport is a power of two wide, so every step is a power-of-two
 * scale or a sum that fits a float's 24 bits. Without glClipControl(GL_UPPER_LEFT), window row 0 is row 0 of the
 * framebuffer object's memory; that row is the picture's top row here, so that y points downwards. With
 * GL_UPPER_LEFT Mesa also turns the fill rule round (bottom-left in memory), which is not what is asked here. */
static const char *const VERTEX =
    "layout(location = 0) in ivec2 fixedPosition;\n"
    "layout(location = 0) uniform float extent;\n"
    "layout(location = 1) uniform int guard;\n"
    "void main() {\n"
    "    gl_Position = vec4(vec2(fixedPosition + guard * 256) / (128.0 * extent) - 1.0, 0.5, 1.0);\n"
    "}\n";

static const char *const FRAGMENT =
    "layout(location = 0) out float hits;\n"
    "layout(location = 1) out float id;\n"
    "void main() {\n"
    "    hits = 1.0;\n"
    "    id = float(gl_PrimitiveID + 1);\n"
    "}\n";

typedef struct {
    int width, height, samples;
    GLuint target, resolved;
    float *values;
    int32_t x[MAX_SAMPLES], y[MAX_SAMPLES]; /* of the samples, from the pixel's corner, in sub-pixels */
} Rasteriser;

static GLuint make_target(int width, int height, int samples) {
    GLuint frame, buffer[2];
    glCreateFramebuffers(1, &frame);
    glCreateRenderbuffers(2, buffer);
    for (GLuint i = 0; i < 2; i++) {
        glNamedRenderbufferStorageMultisample(buffer[i], samples, GL_R32F, width, height);
        glNamedFramebufferRenderbuffer(frame, GL_COLOR_ATTACHMENT0 + i, GL_RENDERBUFFER, buffer[i]);
    }
    if (glCheckNamedFramebufferStatus(frame, GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
        fail("no render target of %dx%d with %d samples", width, height, samples);
    }
    return frame;
}

/* The clip volume reaches `guard` pixels beyond the picture's left and top edge, and at least as far beyond the
 * others. */
static void set_guard(const Rasteriser *r, int guard) {
    int extent = 1;
    while (extent < r->width + 2 * guard || extent < r->height + 2 * guard) {
        extent *= 2;
    }
    GLint most[2];
    glGetIntegerv(GL_MAX_VIEWPORT_DIMS, most);
    if (extent > most[0] || extent > most[1]) {
        fail("a viewport of %d pixels is needed, but OpenGL has at most %d", extent, most[0]);
    }
    glUniform1f(0, (float)extent);
    glUniform1i(1, guard);
    glViewport(-guard, -guard, extent, extent);
}

static Rasteriser make_rasteriser(int width, int height, int samples, int threads) {
    create_context(threads);
    Rasteriser r = {.width = width, .height = height, .samples = samples};
    r.values = allocate(4 * (size_t)width * height);
    r.resolved = make_target(width, height, 0);
    r.target = samples == 1 ? r.resolved : make_target(width, height, samples);
    glBindFramebuffer(GL_FRAMEBUFFER, r.target);
    r.x[0] = r.y[0] = SUBPIXELS / 2;
    for (GLuint s = 0; samples > 1 && s < (GLuint)samples; s++) {
        GLfloat at[2];
        glGetMultisamplefv(GL_SAMPLE_POSITION, s, at);
        r.x[s] = (int32_t)(at[0] * SUBPIXELS);
        r.y[s] = (int32_t)(at[1] * SUBPIXELS);
    }
    GLuint vao;
    glCreateVertexArrays(1, &vao);
    glEnableVertexArrayAttrib(vao, 0);
    glVertexArrayAttribIFormat(vao, 0, 2, GL_INT, 0);
    glVertexArrayAttribBinding(vao, 0, 0);
    glBindVertexArray(vao);
    glUseProgram(link_program("", VERTEX, FRAGMENT));
    glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE);
    set_guard(&r, 0);
    glEnable(GL_SAMPLE_MASK);
    glEnablei(GL_BLEND, 0);
    glBlendFunc(GL_ONE, GL_ONE);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    check_gl("while setting up");
    return r;
}

/* One of the two pictures. A resolve averages the samples, of which all but one are zero. */
static void read_values(Rasteriser *r, GLenum attachment, uint32_t *out) {
    const GLint w = r->width, h = r->height;
    glNamedFramebufferReadBuffer(r->target, attachment);
    if (r->resolved != r->target) {
        glNamedFramebufferReadBuffer(r->resolved, attachment);
        glNamedFramebufferDrawBuffer(r->resolved, attachment);
        glBlitNamedFramebuffer(r->target, r->resolved, 0, 0, w, h, 0, 0, w, h, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    }
    glBindFramebuffer(GL_READ_FRAMEBUFFER, r->resolved);
    glReadPixels(0, 0, w, h, GL_RED, GL_FLOAT, r->values);
    for (size_t i = 0; i < (size_t)w * h; i++) {
        out[i] = (uint32_t)(r->values[i] * (float)r->samples);
    }
}

/* What llvmpipe covers, for one sample. */
static void rasterise(Rasteriser *r, const Triangle *triangles, size_t count, int sample, Coverage *out) {
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
    glBindVertexBuffer(0, buffer, 0, 8);
    const GLenum both[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    const float nothing[4] = {0, 0, 0, 0};
    glBindFramebuffer(GL_FRAMEBUFFER, r->target);
    glNamedFramebufferDrawBuffers(r->target, 2, both);
    glClearBufferfv(GL_COLOR, 0, nothing);
    glClearBufferfv(GL_COLOR, 1, nothing);
    glSampleMaski(0, 1u << sample);
    glDrawArrays(GL_TRIANGLES, 0, (GLsizei)(3 * count));
    read_values(r, GL_COLOR_ATTACHMENT0, out->hits);
    read_values(r, GL_COLOR_ATTACHMENT1, out->ids);
    check_gl("while rasterising");
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

/* The definition, pixel by pixel, for the sample at (sx, sy) of each. */
static void exact(const Triangle *triangles, size_t count, int32_t sx, int32_t sy, Coverage *out) {
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
                int64_t px = x * SUBPIXELS + sx, py = y * SUBPIXELS + sy;
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

/* extent: pixels a triangle spans; margin: pixels its centre may lie outside the picture (negative: stays inside);
 * guard: pixels from the picture's border to where clipping begins. */
typedef struct {
    const char *name;
    Shape shape;
    int extent, margin, guard, batches;
} Kind;

static const Kind KINDS[] = {
    {"inside the picture, up to 2 px", FREE, 2, -1, 0, 400},
    {"inside, up to 16 px", FREE, 16, -8, 0, 400},
    {"inside, up to 128 px", FREE, 128, -64, 0, 200},
    {"inside, up to 1000 px", FREE, 1000, -500, 0, 10},
    {"inside, up to 24 px, vertices on pixel centres, corners and mid-edges", TIES, 24, -12, 0, 400},
    {"inside, slivers under 1 px wide", SLIVERS, 900, -451, 0, 100},
    {"inside, grids of shared edges", GRID, 24, 0, 0, 100},
    {"across the border and not clipped, ties as above", TIES, 24, 0, 7680, 400},
    {"across the border and not clipped, slivers", SLIVERS, 900, 0, 7680, 100},
    {"across the border and not clipped, up to 1000 px", FREE, 1000, 400, 7680, 10},
    {"not clipped, up to 4000 px", FREE, 4000, 2000, 7680, 10},
    {"not clipped, up to 10000 px", FREE, 10000, 2000, 7680, 10},
    {"clipped at the border, ties", TIES, 24, 0, 0, 400},
    {"clipped at the border, slivers", SLIVERS, 900, 0, 0, 100},
    {"clipped at the border, up to 1000 px", FREE, 1000, 400, 0, 10},
    {"clipped at the border, up to 4000 px", FREE, 4000, 2000, 0, 10},
    {"clipped at the border, up to 20000 px", FREE, 20000, 8000, 0, 10},
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
            t->x[k] = t->x[k] / HALF * HALF;
            t->y[k] = t->y[k] / HALF * HALF;
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
    uint64_t triangles, covered, more, fewer, ids;
} Difference;

static void compare(const Coverage *theirs, const Coverage *rule, Difference *d) {
    for (size_t i = 0; i < (size_t)rule->width * rule->height; i++) {
        uint32_t a = theirs->hits[i], b = rule->hits[i];
        d->covered += b;
        d->more += a > b ? a - b : 0;
        d->fewer += b > a ? b - a : 0;
        d->ids += theirs->ids[i] != rule->ids[i];
    }
}

static void print_row(const char *name, const Difference *d) {
    double all = d->covered ? (double)d->covered : 1;
    printf("| %s | %llu | %llu | %llu | %llu | %llu | %.5f %% |\n", name, (unsigned long long)d->triangles,
           (unsigned long long)d->covered, (unsigned long long)d->more, (unsigned long long)d->fewer,
           (unsigned long long)d->ids, 100 * (double)(d->more + d->fewer) / all);
    fflush(stdout);
}

static void print_head(const Rasteriser *r) {
    printf("%s, %s, %d sample(s) at", (const char *)glGetString(GL_RENDERER), (const char *)glGetString(GL_VERSION),
           r->samples);
    for (int s = 0; s < r->samples; s++) {
        printf(" (%d, %d)", r->x[s], r->y[s]);
    }
    puts(" / 256\n");
    puts("| triangles | number | samples covered (exact rule) | llvmpipe alone | exact rule alone "
         "| other last triangle | share that differs |");
    puts("| --- | --: | --: | --: | --: | --: | --: |");
}

static void compare_random(Rasteriser *r) {
    Coverage theirs = make_coverage(r->width, r->height), rule = make_coverage(r->width, r->height);
    print_head(r);
    for (size_t k = 0; k < sizeof KINDS / sizeof *KINDS; k++) {
        Difference d = {0, 0, 0, 0, 0};
        set_guard(r, KINDS[k].guard);
        for (int batch = 0; batch < KINDS[k].batches; batch++) {
            Triangle triangles[BATCH];
            if (KINDS[k].shape == GRID) {
                random_grid(&KINDS[k], r->width, r->height, triangles);
            } else {
                for (int i = 0; i < BATCH; i++) {
                    random_triangle(&KINDS[k], r->width, r->height, &triangles[i]);
                }
            }
            for (int s = 0; s < r->samples; s++) {
                rasterise(r, triangles, BATCH, s, &theirs);
                exact(triangles, BATCH, r->x[s], r->y[s], &rule);
                compare(&theirs, &rule, &d);
            }
            d.triangles += BATCH;
        }
        print_row(KINDS[k].name, &d);
    }
}

static Triangle *read_triangles(const char *path, size_t *count) {
    size_t size;
    unsigned char *bytes = read_file(path, &size);
    if (size == 0 || size % 24 != 0) {
        fail("%s: %zu bytes, expected a multiple of 24: int32 x0 y0 x1 y1 x2 y2 a triangle", path, size);
    }
    *count = size / 24;
    if (*count >= 1 << 24) {
        fail("%s: %zu triangles, expected fewer than 2^24", path, *count);
    }
    Triangle *triangles = allocate(*count * sizeof *triangles);
    for (size_t i = 0; i < *count; i++) {
        int32_t v[6];
        memcpy(v, bytes + 24 * i, 24);
        triangles[i] = (Triangle){{v[0], v[2], v[4]}, {v[1], v[3], v[5]}};
        for (int k = 0; k < 6; k++) {
            if (v[k] < -(1 << 22) || v[k] > 1 << 22) {
                fail("%s: triangle %zu has coordinate %d, expected -2^22 to 2^22", path, i, v[k]);
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

/* Triangles of a file; the pictures are those of llvmpipe. */
static void compare_file(Rasteriser *r, const char *in, int guard, const char *hits, const char *ids) {
    size_t count, pixels = (size_t)r->width * r->height;
    Triangle *triangles = read_triangles(in, &count);
    Coverage theirs = make_coverage(r->width, r->height), rule = make_coverage(r->width, r->height);
    uint32_t *sum = allocate(4 * pixels);
    memset(sum, 0, 4 * pixels);
    Difference d = {count, 0, 0, 0, 0};
    set_guard(r, guard);
    for (int s = 0; s < r->samples; s++) {
        rasterise(r, triangles, count, s, &theirs);
        exact(triangles, count, r->x[s], r->y[s], &rule);
        compare(&theirs, &rule, &d);
        for (size_t i = 0; i < pixels; i++) {
            sum[i] += theirs.hits[i];
        }
    }
    print_head(r);
    print_row(in, &d);
    if (hits) {
        write_words(hits, sum, pixels);
    }
    if (ids) {
        write_words(ids, theirs.ids, pixels);
    }
}

static const char *const USAGE =
    "usage: coverage [--samples N] [--seed N]        random triangles against the exact rule\n"
    "       coverage [--size WxH] [--samples N] [--guard PIXELS] --in FILE [--hits FILE] [--ids FILE]\n"
    "  --size     of the picture (1024x1024)             --samples  a pixel: 1 or 4 (1)\n"
    "  --guard    how far beyond the picture's border triangles reach without being clipped (0)\n"
    "  --in       triangles: int32 x0 y0 x1 y1 x2 y2 each, 1/256 pixel, y downwards, little endian\n"
    "  --hits     gets uint32 a pixel, rows from the top: how many samples of triangles cover it\n"
    "  --ids      the same with the number of the last triangle + 1, of the last sample, 0 for none";

int main(int argc, char **argv) {
    int width = 1024, height = 1024, samples = 1, guard = 0;
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
        if (strcmp(option, "--size") == 0) {
            parse_size(option, value, &width, &height);
        } else if (strcmp(option, "--samples") == 0) {
            samples = parse_number(option, value, 1, MAX_SAMPLES);
        } else if (strcmp(option, "--guard") == 0) {
            guard = parse_number(option, value, 0, 7680);
        } else if (strcmp(option, "--seed") == 0) {
            state = (uint64_t)parse_number(option, value, 1, INT32_MAX);
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
    if (samples != 1 && samples != MAX_SAMPLES) {
        fail("--samples is %d, expected 1 or 4", samples);
    }
    if (!in && (hits || ids || guard || width != 1024 || height != 1024)) {
        fail("--size, --guard, --hits and --ids need --in");
    }
    Rasteriser r = make_rasteriser(width, height, samples, 2);
    if (in) {
        compare_file(&r, in, guard, hits, ids);
    } else {
        compare_random(&r);
    }
    return 0;
}

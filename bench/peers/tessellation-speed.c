/*
 * How long does llvmpipe take for a scene of bicubic patches? Reads the scene, draws it in three ways, and prints how
 * long a frame takes, how many primitives come out, and how often the evaluation shader runs.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gl.h"

enum { CONTROL_POINTS = 16, PATCH_FLOATS = 4 * CONTROL_POINTS };

/* The beginning of the file; patches follow. A draw call takes at most as many as a step. */
typedef struct {
    int32_t triangles, width, height, patches, step;
    float clip_from_object[16];
} Scene;

/* Up to where primitives come. */
typedef enum { DISCARDED, CULLED, DRAWN, MODES } Mode;

static const char *const MODE_NAMES[] = {"discarded", "culled", "drawn"};

static const char *const VERTEX =
    "layout(location = 0) in vec4 controlPoint;\n"
    "layout(location = 0) out vec4 point;\n"
    "void main() {\n"
    "    point = controlPoint;\n"
    "}\n";

/* Factors come in the fourth components of the first control points. */
static const char *const CONTROL =
    "layout(vertices = 16) out;\n"
    "layout(location = 0) in vec4 point[];\n"
    "layout(location = 0) out vec3 bezier[];\n"
    "void main() {\n"
    "    bezier[gl_InvocationID] = point[gl_InvocationID].xyz;\n"
    "    if (gl_InvocationID == 0) {\n"
    "        gl_TessLevelOuter[0] = point[0].w;\n"
    "        gl_TessLevelOuter[1] = point[1].w;\n"
    "        gl_TessLevelOuter[2] = point[2].w;\n"
    "        gl_TessLevelOuter[3] = point[3].w;\n"
    "        gl_TessLevelInner[0] = point[4].w;\n"
    "        gl_TessLevelInner[1] = point[5].w;\n"
    "    }\n"
    "}\n";

static const char *const EVALUATION =
    "layout(DOMAIN, fractional_odd_spacing, ccw) in;\n"
    "layout(location = 0) in vec3 bezier[];\n"
    "layout(location = 0) out vec3 normal;\n"
    "layout(location = 0) uniform mat4 clipFromObject;\n"
    "vec4 weights(float t) {\n"
    "    float s = 1.0 - t;\n"
    "    return vec4(s * s * s, 3.0 * t * s * s, 3.0 * t * t * s, t * t * t);\n"
    "}\n"
    "vec4 slopes(float t) {\n"
    "    float s = 1.0 - t;\n"
    "    return vec4(-3.0 * s * s, 3.0 * s * s - 6.0 * t * s, 6.0 * t * s - 3.0 * t * t, 3.0 * t * t);\n"
    "}\n"
    "vec3 row(int first, vec4 w) {\n"
    "    return w.x * bezier[first] + w.y * bezier[first + 1] + w.z * bezier[first + 2] + w.w * bezier[first + 3];\n"
    "}\n"
    "void main() {\n"
    "    vec4 u = weights(gl_TessCoord.x), du = slopes(gl_TessCoord.x);\n"
    "    vec4 v = weights(gl_TessCoord.y), dv = slopes(gl_TessCoord.y);\n"
    "    vec3 a = row(0, u), b = row(4, u), c = row(8, u), d = row(12, u);\n"
    "    vec3 alongU = v.x * row(0, du) + v.y * row(4, du) + v.z * row(8, du) + v.w * row(12, du);\n"
    "    vec3 alongV = dv.x * a + dv.y * b + dv.z * c + dv.w * d;\n"
    "    normal = normalize(cross(alongU, alongV));\n"
    "    gl_Position = clipFromObject * vec4(v.x * a + v.y * b + v.z * c + v.w * d, 1.0);\n"
    "}\n";

static const char *const FRAGMENT =
    "layout(location = 0) in vec3 normal;\n"
    "layout(location = 0) out vec4 colour;\n"
    "void main() {\n"
    "    colour = vec4(0.5 * normal + 0.5, 1.0);\n"
    "}\n";

static double now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

static double cpu_ms(void) {
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return 1e3 * (double)used.tv_sec + 1e-6 * (double)used.tv_nsec;
}

static void set_up(const Scene *scene, const float *patches, int threads) {
    create_context(threads);
    GLuint frame, images[2], vao, buffer;
    glCreateFramebuffers(1, &frame);
    glCreateRenderbuffers(2, images);
    glNamedRenderbufferStorage(images[0], GL_RGBA8, scene->width, scene->height);
    glNamedRenderbufferStorage(images[1], GL_DEPTH_COMPONENT32F, scene->width, scene->height);
    glNamedFramebufferRenderbuffer(frame, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, images[0]);
    glNamedFramebufferRenderbuffer(frame, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, images[1]);
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    glViewport(0, 0, scene->width, scene->height);
    glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glPatchParameteri(GL_PATCH_VERTICES, CONTROL_POINTS);
    glCreateBuffers(1, &buffer);
    glNamedBufferStorage(buffer, (GLsizeiptr)scene->patches * PATCH_FLOATS * 4, patches, 0);
    glCreateVertexArrays(1, &vao);
    glVertexArrayVertexBuffer(vao, 0, buffer, 0, 16);
    glEnableVertexArrayAttrib(vao, 0);
    glVertexArrayAttribFormat(vao, 0, 4, GL_FLOAT, GL_FALSE, 0);
    glVertexArrayAttribBinding(vao, 0, 0);
    glBindVertexArray(vao);
    const char *define = scene->triangles ? "#define DOMAIN triangles\n" : "#define DOMAIN quads\n";
    const GLuint shaders[] = {
        compile_shader(GL_VERTEX_SHADER, "", VERTEX), compile_shader(GL_TESS_CONTROL_SHADER, "", CONTROL),
        compile_shader(GL_TESS_EVALUATION_SHADER, define, EVALUATION), compile_shader(GL_FRAGMENT_SHADER, "", FRAGMENT)};
    GLuint program = link_shaders(shaders, 4);
    glUseProgram(program);
    glProgramUniformMatrix4fv(program, 0, 1, GL_FALSE, scene->clip_from_object);
    check_gl("while setting up");
}

static void set_mode(Mode mode) {
    (mode == DISCARDED ? glEnable : glDisable)(GL_RASTERIZER_DISCARD);
    (mode == CULLED ? glEnable : glDisable)(GL_CULL_FACE);
    /* All patches face the viewer. */
    glCullFace(GL_FRONT);
}

static void draw(const Scene *scene) {
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    for (int p = 0; p < scene->patches; p += scene->step) {
        int patches = scene->patches - p < scene->step ? scene->patches - p : scene->step;
        glDrawArrays(GL_PATCHES, p * CONTROL_POINTS, patches * CONTROL_POINTS);
    }
    glFinish();
}

static int rising(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Prints the median of the frames, and the processor time of all threads a frame. */
static void measure(const Scene *scene, Mode mode, int frames, int warm_up) {
    double *times = allocate((size_t)frames * sizeof *times);
    set_mode(mode);
    for (double end = now_ms() + warm_up; now_ms() < end;) {
        draw(scene);
    }
    double cpu = cpu_ms();
    for (int f = 0; f < frames; f++) {
        double start = now_ms();
        draw(scene);
        times[f] = now_ms() - start;
    }
    cpu = cpu_ms() - cpu;
    qsort(times, (size_t)frames, sizeof *times, rising);
    printf("%s_ms %.3f\n%s_cpu_ms %.3f\n", MODE_NAMES[mode], times[frames / 2], MODE_NAMES[mode], cpu / frames);
    check_gl("while drawing");
    free(times);
}

/* A frame of its own, since counting may cost time. */
static void count(const Scene *scene) {
    GLuint queries[2], counted[2] = {0, 0};
    set_mode(DRAWN);
    /* Mesa creates no queries of statistics, but begins them. */
    glGenQueries(2, queries);
    glBeginQuery(GL_PRIMITIVES_GENERATED, queries[0]);
    glBeginQuery(GL_TESS_EVALUATION_SHADER_INVOCATIONS, queries[1]);
    draw(scene);
    glEndQuery(GL_TESS_EVALUATION_SHADER_INVOCATIONS);
    glEndQuery(GL_PRIMITIVES_GENERATED);
    for (int i = 0; i < 2; i++) {
        glGetQueryObjectuiv(queries[i], GL_QUERY_RESULT, &counted[i]);
    }
    check_gl("while counting");
    printf("primitives %u\nevaluations %u\n", counted[0], counted[1]);
}

/* Bytes red, green, blue, alpha; the lowest row first. */
static void write_picture(const Scene *scene, const char *path) {
    size_t size = 4 * (size_t)scene->width * (size_t)scene->height;
    unsigned char *pixels = allocate(size);
    glReadPixels(0, 0, scene->width, scene->height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    check_gl("while reading back");
    FILE *out = fopen(path, "wb");
    if (!out || fwrite(pixels, 1, size, out) != size || fclose(out)) {
        fail("%s: cannot be written", path);
    }
    free(pixels);
}

static const char *const USAGE =
    "usage: tessellation-speed SCENE THREADS FRAMES WARM_UP PICTURE\n"
    "  SCENE    little endian: int32 domain (0 quads, 1 triangles), int32 width, height, patches,\n"
    "           int32 most patches of a draw call, float clipFromObject[16], column-major, depth 0 to 1;\n"
    "           of each patch sixteen control points float x y z factor: outer tessellation levels in the first four, inner levels in the next two\n"
    "  THREADS  that llvmpipe rasterises with\n"
    "  FRAMES   that are measured in each way, after milliseconds of WARM_UP\n"
    "  PICTURE  gets the last frame: bytes r g b a, lowest row first\n"
    "Prints milliseconds a frame, median, and processor milliseconds of all threads, mean: discarded\n"
    "(GL_RASTERIZER_DISCARD), culled (all triangles by facing), drawn; primitives, and runs of the evaluation\n"
    "shader, of a frame.";

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        puts(USAGE);
        return 0;
    }
    if (argc != 6) {
        fail("%s", USAGE);
    }
    int threads = parse_number("THREADS", argv[2], 0, 16);
    int frames = parse_number("FRAMES", argv[3], 1, 100000);
    int warm_up = parse_number("WARM_UP", argv[4], 0, 600000);
    size_t size;
    unsigned char *bytes = read_file(argv[1], &size);
    Scene scene;
    if (size < sizeof scene) {
        fail("%s: %zu bytes, expected at least %zu", argv[1], size, sizeof scene);
    }
    memcpy(&scene, bytes, sizeof scene);
    if (scene.patches < 1 || scene.patches > 1 << 20 || scene.step < 1 || scene.width < 1 || scene.width > 8192 || scene.height < 1 ||
        scene.height > 8192 || size != sizeof scene + (size_t)scene.patches * PATCH_FLOATS * 4) {
        fail("%s: %d patches, %d a draw call, and %dx%d pixels do not go with %zu bytes", argv[1], scene.patches, scene.step,
             scene.width, scene.height, size);
    }
    float *patches = allocate(size - sizeof scene);
    memcpy(patches, bytes + sizeof scene, size - sizeof scene);
    free(bytes);
    set_up(&scene, patches, threads);
    for (Mode mode = 0; mode < MODES; mode++) {
        measure(&scene, mode, frames, warm_up);
    }
    count(&scene);
    write_picture(&scene, argv[5]);
    printf("renderer %s, %s\n", (const char *)glGetString(GL_RENDERER), (const char *)glGetString(GL_VERSION));
    free(patches);
    return 0;
}

/*
 * What does llvmpipe's tessellator make of these factors? Reads patches, tessellates each, and writes the
 * coordinates that the tessellation evaluation shader was given, primitive by primitive.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl.h"

enum { QUADS, TRIANGLES, ISOLINES, DOMAINS };
enum { EQUAL, FRACTIONAL_EVEN, FRACTIONAL_ODD, SPACINGS };
enum { CLOCKWISE, COUNTER_CLOCKWISE, POINTS, TOPOLOGIES };

/* More than any patch can make: 64 x 64 quads of two triangles. */
enum { MOST_VERTICES = 3 * 2 * 64 * 64 };

/* As it stands in the file. */
typedef struct {
    int32_t domain, spacing, topology;
    float outer[4], inner[2];
} Patch;

static const char *const DOMAIN_NAMES[] = {"quads", "triangles", "isolines"};
static const char *const SPACING_NAMES[] = {"equal_spacing", "fractional_even_spacing", "fractional_odd_spacing"};
static const char *const TOPOLOGY_NAMES[] = {"cw", "ccw", "point_mode"};

static const char *const VERTEX =
    "layout(location = 0) in vec4 outerLevels;\n"
    "layout(location = 1) in vec2 innerLevels;\n"
    "layout(location = 0) out vec4 outer;\n"
    "layout(location = 1) out vec2 inner;\n"
    "void main() {\n"
    "    outer = outerLevels;\n"
    "    inner = innerLevels;\n"
    "}\n";

static const char *const CONTROL =
    "layout(vertices = 1) out;\n"
    "layout(location = 0) in vec4 outer[];\n"
    "layout(location = 1) in vec2 inner[];\n"
    "void main() {\n"
    "    for (int i = 0; i < 4; i++) {\n"
    "        gl_TessLevelOuter[i] = outer[0][i];\n"
    "    }\n"
    "    gl_TessLevelInner[0] = inner[0].x;\n"
    "    gl_TessLevelInner[1] = inner[0].y;\n"
    "}\n";

static const char *const EVALUATION =
    "layout(DOMAIN, SPACING, TOPOLOGY) in;\n"
    "layout(xfb_buffer = 0, xfb_offset = 0, xfb_stride = 12) out vec3 coordinate;\n"
    "void main() {\n"
    "    coordinate = gl_TessCoord;\n"
    "    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);\n"
    "}\n";

static const char *const FRAGMENT = "void main() {}\n";

static GLuint program_for(const Patch *patch) {
    static GLuint programs[DOMAINS][SPACINGS][TOPOLOGIES];
    GLuint *program = &programs[patch->domain][patch->spacing][patch->topology];
    if (!*program) {
        char defines[160];
        snprintf(defines, sizeof defines, "#define DOMAIN %s\n#define SPACING %s\n#define TOPOLOGY %s\n",
                 DOMAIN_NAMES[patch->domain], SPACING_NAMES[patch->spacing], TOPOLOGY_NAMES[patch->topology]);
        const GLuint shaders[] = {compile_shader(GL_VERTEX_SHADER, "", VERTEX),
                                  compile_shader(GL_TESS_CONTROL_SHADER, "", CONTROL),
                                  compile_shader(GL_TESS_EVALUATION_SHADER, defines, EVALUATION),
                                  compile_shader(GL_FRAGMENT_SHADER, "", FRAGMENT)};
        *program = link_shaders(shaders, 4);
    }
    return *program;
}

static GLuint vertices_of(const Patch *patch) {
    if (patch->topology == POINTS) {
        return 1;
    }
    return patch->domain == ISOLINES ? 2 : 3;
}

/* OpenGL draws nothing without a complete framebuffer, not even what is thrown away before rasterisation. */
static void set_up(const Patch *patches, size_t count, GLuint *query) {
    create_context(1);
    GLuint frame, colour, vao, buffers[2];
    glCreateFramebuffers(1, &frame);
    glCreateRenderbuffers(1, &colour);
    glNamedRenderbufferStorage(colour, GL_R8, 1, 1);
    glNamedFramebufferRenderbuffer(frame, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour);
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    glEnable(GL_RASTERIZER_DISCARD);
    glPatchParameteri(GL_PATCH_VERTICES, 1);
    glCreateBuffers(2, buffers);
    glNamedBufferStorage(buffers[0], (GLsizeiptr)(count * sizeof *patches), patches, 0);
    glNamedBufferStorage(buffers[1], 12 * MOST_VERTICES, NULL, GL_MAP_READ_BIT);
    glCreateVertexArrays(1, &vao);
    glVertexArrayVertexBuffer(vao, 0, buffers[0], 0, sizeof *patches);
    for (GLuint i = 0; i < 2; i++) {
        glEnableVertexArrayAttrib(vao, i);
        glVertexArrayAttribFormat(vao, i, i ? 2 : 4, GL_FLOAT, GL_FALSE, i ? 28 : 12);
        glVertexArrayAttribBinding(vao, i, 0);
    }
    glBindVertexArray(vao);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffers[1]);
    glCreateQueries(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, 1, query);
    check_gl("while setting up");
}

/* How many vertices come out, and their coordinates. */
static uint32_t tessellate(const Patch *patch, GLint index, GLuint query, float *out) {
    const GLenum modes[] = {0, GL_POINTS, GL_LINES, GL_TRIANGLES};
    GLuint each = vertices_of(patch), primitives = 0;
    glUseProgram(program_for(patch));
    glBeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, query);
    glBeginTransformFeedback(modes[each]);
    glDrawArrays(GL_PATCHES, index, 1);
    glEndTransformFeedback();
    glEndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
    glGetQueryObjectuiv(query, GL_QUERY_RESULT, &primitives);
    uint32_t vertices = primitives * each;
    if (vertices) {
        glGetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, (GLsizeiptr)vertices * 12, out);
    }
    check_gl("while tessellating");
    return vertices;
}

static Patch *read_patches(const char *path, size_t *count) {
    size_t size;
    unsigned char *bytes = read_file(path, &size);
    if (size == 0 || size % sizeof(Patch) != 0) {
        fail("%s: %zu bytes, expected a multiple of %zu, and not 0", path, size, sizeof(Patch));
    }
    *count = size / sizeof(Patch);
    Patch *patches = allocate(size);
    memcpy(patches, bytes, size);
    free(bytes);
    for (size_t i = 0; i < *count; i++) {
        const Patch *p = &patches[i];
        if (p->domain < 0 || p->domain >= DOMAINS || p->spacing < 0 || p->spacing >= SPACINGS || p->topology < 0 ||
            p->topology >= TOPOLOGIES) {
            fail("%s: patch %zu has domain %d, spacing %d, topology %d, expected 0 to 2", path, i, p->domain,
                 p->spacing, p->topology);
        }
    }
    return patches;
}

static const char *const USAGE =
    "usage: tessellation IN OUT\n"
    "  IN   patches, little endian, 36 bytes each: int32 domain (0 quads, 1 triangles, 2 isolines),\n"
    "       int32 spacing (0 equal, 1 fractional even, 2 fractional odd), int32 topology (0 clockwise,\n"
    "       1 counter-clockwise, 2 points), float outer[4], float inner[2]\n"
    "  OUT  for each patch: uint32 vertices, then float u v w of each; 3 a triangle, 2 a line, 1 a point";

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        puts(USAGE);
        return 0;
    }
    if (argc != 3) {
        fail("%s", USAGE);
    }
    size_t count;
    Patch *patches = read_patches(argv[1], &count);
    float *coordinates = allocate(12 * MOST_VERTICES);
    GLuint query;
    set_up(patches, count, &query);
    FILE *out = fopen(argv[2], "wb");
    if (!out) {
        fail("%s: cannot be opened", argv[2]);
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t vertices = tessellate(&patches[i], (GLint)i, query, coordinates);
        if (fwrite(&vertices, 4, 1, out) != 1 || fwrite(coordinates, 12, vertices, out) != vertices) {
            fail("%s: cannot be written", argv[2]);
        }
    }
    if (fclose(out)) {
        fail("%s: cannot be written", argv[2]);
    }
    printf("%s, %s\n", (const char *)glGetString(GL_RENDERER), (const char *)glGetString(GL_VERSION));
    free(coordinates);
    free(patches);
    return 0;
}

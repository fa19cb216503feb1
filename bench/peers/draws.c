/*
 * What does llvmpipe make of these draw calls? Reads scenes of triangles and strips in clip space, with everything
 * that decides about a pixel after the vertex stage, and writes the pictures.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl.h"

enum { MOST_DRAWS = 4, MOST_VERTICES = 24 };

/* As they stand in the file. Numbers of enumerations are those of Azulejo's. */
typedef struct {
    float position[4], color[4];
} Vertex;

typedef struct {
    int32_t operation, source, destination;
} Equation;

typedef struct {
    int32_t strip, cull, clockwise, compare, depthWrite, depthClamp;
    Equation color, alpha;
    int32_t writeMask, scissor[4], vertexCount;
    float viewport[6]; /* x, y, width, height, depth of near and of far */
    Vertex vertex[MOST_VERTICES];
} Draw;

typedef struct {
    float clear[4], clearDepth;
    int32_t drawCount;
    Draw draw[MOST_DRAWS];
} Scene;

static const GLenum COMPARE[] = {GL_NEVER,   GL_LESS,     GL_EQUAL,  GL_LEQUAL,
                                 GL_GREATER, GL_NOTEQUAL, GL_GEQUAL, GL_ALWAYS};
static const GLenum OPERATION[] = {GL_FUNC_ADD, GL_FUNC_SUBTRACT, GL_FUNC_REVERSE_SUBTRACT, GL_MIN, GL_MAX};
static const GLenum FACTOR[] = {GL_ZERO,      GL_ONE,
                                GL_SRC_COLOR, GL_ONE_MINUS_SRC_COLOR,
                                GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA,
                                GL_DST_COLOR, GL_ONE_MINUS_DST_COLOR,
                                GL_DST_ALPHA, GL_ONE_MINUS_DST_ALPHA};

/* Row 0 of the framebuffer object's memory is the picture's top row: y points downwards, and what turns
 * counter-clockwise for the viewer turns clockwise for OpenGL. */
static const char *const VERTEX =
    "layout(location = 0) in vec4 position;\n"
    "layout(location = 1) in vec4 vertexColor;\n"
    "layout(location = 0) out vec4 color;\n"
    "void main() {\n"
    "    gl_Position = position * vec4(1.0, -1.0, 1.0, 1.0);\n"
    "    color = vertexColor;\n"
    "}\n";

static const char *const FRAGMENT =
    "layout(location = 0) in vec4 color;\n"
    "layout(location = 0) out vec4 result;\n"
    "void main() {\n"
    "    result = gl_FrontFacing ? color : color * vec4(1.0, 1.0, 0.5, 1.0);\n"
    "}\n";

static void set_up(int width, int height, int is_float) {
    create_context(2);
    GLuint frame, buffer[2], vao;
    glCreateFramebuffers(1, &frame);
    glCreateRenderbuffers(2, buffer);
    glNamedRenderbufferStorage(buffer[0], is_float ? GL_RGBA32F : GL_RGBA8, width, height);
    glNamedRenderbufferStorage(buffer[1], GL_DEPTH_COMPONENT32F, width, height);
    glNamedFramebufferRenderbuffer(frame, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffer[0]);
    glNamedFramebufferRenderbuffer(frame, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, buffer[1]);
    if (glCheckNamedFramebufferStatus(frame, GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
        fail("no render target of %dx%d", width, height);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    glCreateVertexArrays(1, &vao);
    for (GLuint i = 0; i < 2; i++) {
        glEnableVertexArrayAttrib(vao, i);
        glVertexArrayAttribFormat(vao, i, 4, GL_FLOAT, GL_FALSE, 16 * i);
        glVertexArrayAttribBinding(vao, i, 0);
    }
    glBindVertexArray(vao);
    glUseProgram(link_program("", VERTEX, FRAGMENT));
    glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE);
    glEnable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
    check_gl("while setting up");
}

static void enable(GLenum what, int on) {
    (on ? glEnable : glDisable)(what);
}

static void draw(const Draw *d) {
    enable(GL_CULL_FACE, d->cull != 0);
    glCullFace(d->cull == 1 ? GL_FRONT : GL_BACK);
    glFrontFace(d->clockwise ? GL_CCW : GL_CW);
    glDepthFunc(COMPARE[d->compare]);
    glDepthMask(d->depthWrite != 0);
    enable(GL_DEPTH_CLAMP, d->depthClamp);
    glBlendEquationSeparate(OPERATION[d->color.operation], OPERATION[d->alpha.operation]);
    glBlendFuncSeparate(FACTOR[d->color.source], FACTOR[d->color.destination], FACTOR[d->alpha.source],
                        FACTOR[d->alpha.destination]);
    glColorMask(d->writeMask & 1, d->writeMask >> 1 & 1, d->writeMask >> 2 & 1, d->writeMask >> 3 & 1);
    enable(GL_SCISSOR_TEST, 1);
    glScissor(d->scissor[0], d->scissor[1], d->scissor[2], d->scissor[3]);
    glViewportIndexedf(0, d->viewport[0], d->viewport[1], d->viewport[2], d->viewport[3]);
    glDepthRangef(d->viewport[4], d->viewport[5]);
    GLuint buffer;
    glCreateBuffers(1, &buffer);
    glNamedBufferStorage(buffer, sizeof d->vertex, d->vertex, 0);
    glBindVertexBuffer(0, buffer, 0, sizeof(Vertex));
    glDrawArrays(d->strip ? GL_TRIANGLE_STRIP : GL_TRIANGLES, 0, d->vertexCount);
    glDeleteBuffers(1, &buffer);
}

static void render(const Scene *s, int width, int height, float *out) {
    glDisable(GL_SCISSOR_TEST);
    glColorMask(1, 1, 1, 1);
    glDepthMask(1);
    glClearBufferfv(GL_COLOR, 0, s->clear);
    glClearBufferfv(GL_DEPTH, 0, &s->clearDepth);
    for (int i = 0; i < s->drawCount; i++) {
        draw(&s->draw[i]);
    }
    glReadPixels(0, 0, width, height, GL_RGBA, GL_FLOAT, out);
    check_gl("while drawing");
}

static int in_range(int value, size_t count) {
    return value >= 0 && (size_t)value < count;
}

static int valid(const Equation *e) {
    const size_t factors = sizeof FACTOR / sizeof *FACTOR;
    return in_range(e->operation, sizeof OPERATION / sizeof *OPERATION) && in_range(e->source, factors) &&
           in_range(e->destination, factors);
}

static void check(const Scene *s, size_t number) {
    int good = in_range(s->drawCount, MOST_DRAWS + 1);
    for (int i = 0; good && i < s->drawCount; i++) {
        const Draw *d = &s->draw[i];
        good = in_range(d->compare, sizeof COMPARE / sizeof *COMPARE) && valid(&d->color) && valid(&d->alpha) &&
               in_range(d->vertexCount, MOST_VERTICES + 1);
    }
    if (!good) {
        fail("scene %zu holds a number that is out of range", number);
    }
}

static const char *const USAGE =
    "usage: draws WIDTHxHEIGHT unorm|float IN OUT\n"
    "  IN   scenes, as DrawsCompare.java writes them\n"
    "  OUT  for each scene float r g b a of each pixel, from the top";

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        puts(USAGE);
        return 0;
    }
    if (argc != 5) {
        fail("%s", USAGE);
    }
    int width, height;
    parse_size("size", argv[1], &width, &height);
    set_up(width, height, strcmp(argv[2], "float") == 0);
    size_t size;
    unsigned char *bytes = read_file(argv[3], &size);
    if (size == 0 || size % sizeof(Scene) != 0) {
        fail("%s: %zu bytes, expected a multiple of %zu, and not 0", argv[3], size, sizeof(Scene));
    }
    Scene *scene = allocate(sizeof *scene);
    float *pixels = allocate(16 * (size_t)width * height);
    FILE *out = fopen(argv[4], "wb");
    if (!out) {
        fail("%s: cannot be opened", argv[4]);
    }
    for (size_t i = 0; i < size / sizeof(Scene); i++) {
        memcpy(scene, bytes + i * sizeof(Scene), sizeof(Scene));
        check(scene, i);
        render(scene, width, height, pixels);
        if (fwrite(pixels, 16, (size_t)width * height, out) != (size_t)width * height) {
            fail("%s: cannot be written", argv[4]);
        }
    }
    if (fclose(out)) {
        fail("%s: cannot be written", argv[4]);
    }
    printf("%s, %s\n", (const char *)glGetString(GL_RENDERER), (const char *)glGetString(GL_VERSION));
    free(pixels);
    free(scene);
    free(bytes);
    return 0;
}

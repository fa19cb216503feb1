#include "gl.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

noreturn void fail(const char *format, ...) {
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    exit(2);
}

void *allocate(size_t size) {
    void *memory = malloc(size ? size : 1);
    if (!memory) {
        fail("out of memory: %zu bytes", size);
    }
    return memory;
}

unsigned char *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        fail("%s: cannot be opened", path);
    }
    long length = fseek(file, 0, SEEK_END) ? -1 : ftell(file);
    if (length < 0 || fseek(file, 0, SEEK_SET)) {
        fail("%s: not a file that can be read", path);
    }
    unsigned char *bytes = allocate((size_t)length);
    if (fread(bytes, 1, (size_t)length, file) != (size_t)length) {
        fail("%s: cannot be read", path);
    }
    fclose(file);
    *size = (size_t)length;
    return bytes;
}

int parse_number(const char *option, const char *text, int least, int most) {
    char *end;
    long n = strtol(text, &end, 10);
    if (end == text || *end || n < least || n > most) {
        fail("%s is \"%s\", expected a number from %d to %d", option, text, least, most);
    }
    return (int)n;
}

void parse_size(const char *option, const char *text, int *width, int *height) {
    int end = 0;
    if (sscanf(text, "%5dx%5d%n", width, height, &end) != 2 || text[end] || *width < 1 || *height < 1 ||
        *width > 8192 || *height > 8192) {
        fail("%s is \"%s\", expected WIDTHxHEIGHT, at most 8192x8192", option, text);
    }
}

void create_context(int threads) {
    char count[16];
    snprintf(count, sizeof count, "%d", threads);
    setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
    setenv("GALLIUM_DRIVER", "llvmpipe", 1);
    setenv("LP_NUM_THREADS", count, 1);
    setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);

    PFNEGLGETPLATFORMDISPLAYEXTPROC get_display =
        (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
    EGLDisplay display =
        get_display ? get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL) : EGL_NO_DISPLAY;
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL)) {
        fail("EGL: no surfaceless display (is Mesa's libegl-mesa0 installed?)");
    }
    if (!eglBindAPI(EGL_OPENGL_API)) {
        fail("EGL: no desktop OpenGL");
    }
    const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                                 4,
                                 EGL_CONTEXT_MINOR_VERSION,
                                 5,
                                 EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                 EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                 EGL_NONE};
    EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
    if (context == EGL_NO_CONTEXT || !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) {
        fail("EGL: no OpenGL 4.5 core context without a surface (error 0x%x)", (unsigned)eglGetError());
    }
    const char *renderer = (const char *)glGetString(GL_RENDERER);
    if (!renderer || !strstr(renderer, "llvmpipe")) {
        fail("the renderer is \"%s\", expected llvmpipe", renderer ? renderer : "unknown");
    }
}

GLuint compile_shader(GLenum stage, const char *defines, const char *text) {
    GLuint shader = glCreateShader(stage);
    const char *parts[] = {"#version 450 core\n", defines, "#line 1\n", text};
    glShaderSource(shader, 4, parts, NULL);
    glCompileShader(shader);
    GLint good = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (!good) {
        char log[2048] = "";
        glGetShaderInfoLog(shader, sizeof log, NULL, log);
        fail("shader does not compile: %s", log);
    }
    return shader;
}

GLuint link_shaders(const GLuint *shaders, int count) {
    GLuint program = glCreateProgram();
    for (int i = 0; i < count; i++) {
        glAttachShader(program, shaders[i]);
    }
    glLinkProgram(program);
    for (int i = 0; i < count; i++) {
        glDeleteShader(shaders[i]);
    }
    GLint good = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (!good) {
        char log[2048] = "";
        glGetProgramInfoLog(program, sizeof log, NULL, log);
        fail("program does not link: %s", log);
    }
    return program;
}

GLuint link_program(const char *defines, const char *vertex, const char *fragment) {
    const GLuint shaders[] = {compile_shader(GL_VERTEX_SHADER, defines, vertex),
                              compile_shader(GL_FRAGMENT_SHADER, defines, fragment)};
    return link_shaders(shaders, 2);
}

void check_gl(const char *where) {
    GLenum error = glGetError();
    if (error != GL_NO_ERROR) {
        fail("OpenGL error 0x%x %s", error, where);
    }
}

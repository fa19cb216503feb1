/* A desktop OpenGL 4.5 context on llvmpipe without display or window, and what every program here needs of it. */
#ifndef PEERS_GL_H
#define PEERS_GL_H

#include <stddef.h>
#include <stdnoreturn.h>

#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>

/* One line on stderr, then exit code 2 (wrong use or bad input). */
noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Memory or exit. */
void *allocate(size_t size);

/* Reads a whole file; *size gets its length. */
unsigned char *read_file(const char *path, size_t *size);

/* An option's value, or exit. */
int parse_number(const char *option, const char *text, int least, int most);
void parse_size(const char *option, const char *text, int *width, int *height);

/* Makes a surfaceless context current; llvmpipe rasterises with the given number of threads. */
void create_context(int threads);

/* A shader of the given stage; its text follows "#version 450 core" and the given defines. */
GLuint compile_shader(GLenum stage, const char *defines, const char *text);

/* Links the shaders and deletes them. */
GLuint link_shaders(const GLuint *shaders, int count);

/* Compiles and links; both texts follow "#version 450 core" and the given defines. */
GLuint link_program(const char *defines, const char *vertex, const char *fragment);

/* Exits with a message if OpenGL has recorded an error. */
void check_gl(const char *where);

#endif

/* The peer scene file in memory. README.md defines the format; pointers point into the file's bytes. */
#ifndef PEERS_PEER_H
#define PEERS_PEER_H

#include <stddef.h>
#include <stdint.h>

enum { PEER_MAGIC = 0x52454550, PEER_VERSION = 2 };
enum { HAS_NORMAL = 1, HAS_TANGENT = 2, HAS_UV0 = 4, HAS_UV1 = 8, HAS_COLOUR = 16 };
enum { ALPHA_OPAQUE, ALPHA_MASK, ALPHA_BLEND };
enum { BASE, METALLIC_ROUGHNESS, NORMAL, OCCLUSION, EMISSIVE, TEXTURE_SLOTS };

typedef struct {
    float view[16], projection[16], camera[3];
} Frame;

typedef struct {
    uint32_t width, height, srgb, mag, min, wrap_u, wrap_v;
    const unsigned char *rgba;
} Texture;

typedef struct {
    float base[4], metallic, roughness, emissive[3], normal_scale, occlusion_strength, alpha_cutoff;
    uint32_t alpha_mode, double_sided, unlit;
    int32_t texture[TEXTURE_SLOTS];
    uint32_t uv_set[TEXTURE_SLOTS];
} Material;

typedef struct {
    uint32_t vertices, indices, attributes;
    const unsigned char *position, *normal, *tangent, *uv0, *uv1, *colour, *index;
} Mesh;

typedef struct {
    uint32_t mesh, material;
    float model[16], normal_matrix[9];
    uint32_t flipped;
} Draw;

/* Where a draw that moves is in a frame. */
typedef struct {
    float model[16], normal_matrix[9];
    uint32_t flipped;
} Motion;

typedef struct {
    uint32_t frame_count, texture_count, material_count, mesh_count, draw_count, moving_count;
    float light_direction[3], light_colour[3], ambient[3], background[3];
    uint32_t tone_map;
    Frame *frames;
    Texture *textures;
    Material *materials;
    Mesh *meshes;
    Draw *draws;
    uint32_t *moving; /* indices of the draws that move, rising */
    Motion *motions;  /* of each frame, of each moving draw */
} Scene;

/* Parses and checks; name is for messages; bytes must stay alive as long as the scene. */
Scene peer_parse(const char *name, const unsigned char *bytes, size_t size);

/* A peer file of the built-in scene: "objects", or "sphere:TRIANGLES". */
unsigned char *self_test(const char *what, uint32_t frames, double aspect, size_t *size);

#endif

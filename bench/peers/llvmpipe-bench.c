/* Renders a peer scene with llvmpipe, frame after frame, and prints how long a frame takes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gl.h"
#include "peer.h"

enum { FRAME_BINDING = 0, MATERIAL_BINDING = 1, DRAW_BINDING = 2 };

/* Uniform blocks, std140. */
typedef struct {
    float view_projection[16], camera[4], light_direction[4], light_colour[4], ambient[4];
} FrameBlock;

typedef struct {
    float base[4], emissive[4];
    float metallic, roughness, normal_scale, occlusion_strength;
    float alpha_cutoff, unused[3];
} MaterialBlock;

typedef struct {
    float model[16], normal_matrix[12];
} DrawBlock;

static const char *const BLOCKS =
    "layout(std140, binding = 0) uniform FrameBlock {\n"
    "    mat4 viewProjection; vec4 camera, lightDirection, lightColour, ambientLight;\n"
    "};\n"
    "layout(std140, binding = 1) uniform MaterialBlock {\n"
    "    vec4 base, emissive; float metallic, roughness, normalScale, occlusionStrength, alphaCutoff;\n"
    "};\n"
    "layout(std140, binding = 2) uniform DrawBlock { mat4 model; mat3 normalMatrix; };\n";

static const char *const VERTEX =
    "layout(location = 0) in vec3 inPosition;\n"
    "#ifdef NORMALS\n"
    "layout(location = 1) in vec3 inNormal;\n"
    "out vec3 worldNormal;\n"
    "#endif\n"
    "#ifdef TANGENTS\n"
    "layout(location = 2) in vec4 inTangent;\n"
    "out vec4 worldTangent;\n"
    "#endif\n"
    "#ifdef USE_UV0\n"
    "layout(location = 3) in vec2 inUv0;\n"
    "out vec2 uv0;\n"
    "#endif\n"
    "#ifdef USE_UV1\n"
    "layout(location = 4) in vec2 inUv1;\n"
    "out vec2 uv1;\n"
    "#endif\n"
    "#ifdef COLOURS\n"
    "layout(location = 5) in vec4 inColour;\n"
    "out vec4 colour;\n"
    "#endif\n"
    "#ifdef LIT\n"
    "out vec3 worldPosition;\n"
    "#endif\n"
    "void main() {\n"
    "    vec4 world = model * vec4(inPosition, 1.0);\n"
    "    gl_Position = viewProjection * world;\n"
    "#ifdef LIT\n"
    "    worldPosition = world.xyz;\n"
    "#endif\n"
    "#ifdef NORMALS\n"
    "    worldNormal = normalMatrix * inNormal;\n"
    "#endif\n"
    "#ifdef TANGENTS\n"
    "    worldTangent = vec4(mat3(model) * inTangent.xyz, inTangent.w);\n"
    "#endif\n"
    "#ifdef USE_UV0\n"
    "    uv0 = inUv0;\n"
    "#endif\n"
    "#ifdef USE_UV1\n"
    "    uv1 = inUv1;\n"
    "#endif\n"
    "#ifdef COLOURS\n"
    "    colour = inColour;\n"
    "#endif\n"
    "}\n";

static const char *const FRAGMENT =
    "#ifdef NORMALS\n"
    "in vec3 worldNormal;\n"
    "#endif\n"
    "#ifdef TANGENTS\n"
    "in vec4 worldTangent;\n"
    "#endif\n"
    "#ifdef USE_UV0\n"
    "in vec2 uv0;\n"
    "#endif\n"
    "#ifdef USE_UV1\n"
    "in vec2 uv1;\n"
    "#endif\n"
    "#ifdef COLOURS\n"
    "in vec4 colour;\n"
    "#endif\n"
    "#ifdef LIT\n"
    "in vec3 worldPosition;\n"
    "#endif\n"
    "layout(binding = 0) uniform sampler2D baseTexture;\n"
    "layout(binding = 1) uniform sampler2D metallicRoughnessTexture;\n"
    "layout(binding = 2) uniform sampler2D normalTexture;\n"
    "layout(binding = 3) uniform sampler2D occlusionTexture;\n"
    "layout(binding = 4) uniform sampler2D emissiveTexture;\n"
    "layout(location = 0) out vec4 result;\n"
    "#ifdef TONE_MAP\n"
    /* Khronos PBR neutral tone mapper */
    "vec3 toneMap(vec3 c) {\n"
    "    const float start = 0.8 - 0.04, desaturation = 0.15;\n"
    "    float least = min(c.r, min(c.g, c.b));\n"
    "    c -= least < 0.08 ? least - 6.25 * least * least : 0.04;\n"
    "    float peak = max(c.r, max(c.g, c.b));\n"
    "    if (peak < start) return c;\n"
    "    const float d = 1.0 - start;\n"
    "    float compressed = 1.0 - d * d / (peak + d - start);\n"
    "    c *= compressed / peak;\n"
    "    float grey = 1.0 - 1.0 / (desaturation * (peak - compressed) + 1.0);\n"
    "    return mix(c, vec3(compressed), grey);\n"
    "}\n"
    "#endif\n"
    "void main() {\n"
    "    vec4 albedo = base;\n"
    "#ifdef COLOURS\n"
    "    albedo *= colour;\n"
    "#endif\n"
    "#ifdef BASE_UV\n"
    "    albedo *= texture(baseTexture, BASE_UV);\n"
    "#endif\n"
    "#ifdef MASK\n"
    "    if (albedo.a < alphaCutoff) discard;\n"
    "#endif\n"
    "#ifdef DEPTH_ONLY\n"
    "}\n"
    "#else\n"
    "#ifdef LIT\n"
    "    vec3 v = normalize(camera.xyz - worldPosition);\n"
    "#ifdef NORMALS\n"
    "    vec3 n = normalize(worldNormal);\n"
    "#ifdef DOUBLE_SIDED\n"
    "    float side = gl_FrontFacing ? 1.0 : -1.0;\n"
    "#else\n"
    "    const float side = 1.0;\n"
    "#endif\n"
    "#ifdef NORMAL_UV\n"
    "    vec3 t = texture(normalTexture, NORMAL_UV).xyz * 2.0 - 1.0;\n"
    "    t.xy *= normalScale;\n"
    "#ifdef TANGENTS\n"
    "    vec3 tangent = normalize(worldTangent.xyz);\n"
    "    vec3 bitangent = cross(n, tangent) * worldTangent.w;\n"
    "#else\n"
    "    vec3 px = dFdx(worldPosition), py = dFdy(worldPosition);\n"
    "    vec2 tx = dFdx(NORMAL_UV), ty = dFdy(NORMAL_UV);\n"
    "    float handed = tx.x * ty.y - ty.x * tx.y < 0.0 ? -1.0 : 1.0;\n"
    "    vec3 along = (px * ty.y - py * tx.y) * handed;\n"
    "    vec3 tangent = normalize(along - n * dot(n, along));\n"
    "    vec3 bitangent = cross(n, tangent) * handed;\n"
    "#endif\n"
    "    n = normalize(tangent * t.x + bitangent * t.y + n * t.z);\n"
    "#endif\n"
    "    n *= side;\n"
    "#else\n"
    "    vec3 n = normalize(cross(dFdx(worldPosition), dFdy(worldPosition)));\n"
    "    n = dot(n, v) < 0.0 ? -n : n;\n"
    "#endif\n"
    "    float metal = metallic, rough = roughness;\n"
    "#ifdef METALLIC_ROUGHNESS_UV\n"
    "    vec2 mr = texture(metallicRoughnessTexture, METALLIC_ROUGHNESS_UV).bg;\n"
    "    metal *= mr.x;\n"
    "    rough *= mr.y;\n"
    "#endif\n"
    "    rough = clamp(rough, 0.045, 1.0);\n"
    "    vec3 diffuse = albedo.rgb * (1.0 - metal);\n"
    "    vec3 f0 = mix(vec3(0.04), albedo.rgb, metal);\n"
    "    float a2 = rough * rough * rough * rough;\n"
    "    vec3 l = lightDirection.xyz;\n"
    "    vec3 h = normalize(l + v);\n"
    "    float nl = clamp(dot(n, l), 0.0, 1.0), nv = clamp(dot(n, v), 1e-4, 1.0);\n"
    "    float nh = clamp(dot(n, h), 0.0, 1.0), vh = clamp(dot(v, h), 0.0, 1.0);\n"
    "    float d = nh * nh * (a2 - 1.0) + 1.0;\n"
    "    float distribution = a2 * 0.318309886 / (d * d);\n"
    "    float smith = nl * sqrt(nv * nv * (1.0 - a2) + a2) + nv * sqrt(nl * nl * (1.0 - a2) + a2);\n"
    "    float specular = distribution * 0.5 / smith;\n"
    "    float m = 1.0 - vh, m2 = m * m, grazing = m2 * m2 * m;\n"
    "    vec3 f = f0 + (1.0 - f0) * grazing;\n"
    "    vec3 radiance = ((1.0 - f) * diffuse * 0.318309886 + f * specular) * lightColour.rgb * nl;\n"
    "    vec3 around = (diffuse + f0) * ambientLight.rgb;\n"
    "#ifdef OCCLUSION_UV\n"
    "    around *= 1.0 + occlusionStrength * (texture(occlusionTexture, OCCLUSION_UV).r - 1.0);\n"
    "#endif\n"
    "    radiance += around;\n"
    "#ifdef EMISSIVE_UV\n"
    "    radiance += emissive.rgb * texture(emissiveTexture, EMISSIVE_UV).rgb;\n"
    "#else\n"
    "    radiance += emissive.rgb;\n"
    "#endif\n"
    "#else\n"
    "    vec3 radiance = albedo.rgb;\n"
    "#endif\n"
    "#if defined(TONE_MAP) && defined(LIT)\n"
    "    radiance = toneMap(radiance);\n"
    "#endif\n"
    "    result = vec4(radiance, albedo.a);\n"
    "}\n"
    "#endif\n";

typedef struct {
    int width, height, frames, warmup, samples, threads, depth_only, sort, picture_frame;
    const char *scene, *self_test, *out, *export;
} Options;

typedef struct {
    char *defines;
    GLuint name;
} Program;

typedef struct {
    Program *list;
    size_t count;
} Programs;

static GLuint program_for(Programs *programs, const char *defines) {
    for (size_t i = 0; i < programs->count; i++) {
        if (strcmp(programs->list[i].defines, defines) == 0) {
            return programs->list[i].name;
        }
    }
    Program *grown = realloc(programs->list, (programs->count + 1) * sizeof *grown);
    char *copy = allocate(strlen(defines) + 1);
    if (!grown) {
        fail("out of memory");
    }
    strcpy(copy, defines);
    programs->list = grown;
    Program *made = &grown[programs->count++];
    made->defines = copy;

    char head[4096];
    snprintf(head, sizeof head, "%s%s", defines, BLOCKS);
    made->name = link_program(head, VERTEX, FRAGMENT);
    return made->name;
}

/* The coordinates a slot is sampled at, or NULL: no texture, or the mesh has no such coordinates. */
static const char *coordinates(const Material *material, const Mesh *mesh, int slot) {
    if (material->texture[slot] < 0) {
        return NULL;
    }
    uint32_t set = material->uv_set[slot];
    return mesh->attributes & (set ? HAS_UV1 : HAS_UV0) ? (set ? "uv1" : "uv0") : NULL;
}

/* One program a set of features, so that nothing pays for what it does not use. */
static GLuint program_of(Programs *programs, const Scene *scene, const Draw *draw, int depth_only) {
    static const char *const SLOT[TEXTURE_SLOTS] = {"BASE_UV", "METALLIC_ROUGHNESS_UV", "NORMAL_UV", "OCCLUSION_UV",
                                                    "EMISSIVE_UV"};
    const Material *material = &scene->materials[draw->material];
    const Mesh *mesh = &scene->meshes[draw->mesh];
    int lit = !material->unlit && !depth_only, mask = material->alpha_mode == ALPHA_MASK;
    int base = !depth_only || mask, normals = lit && mesh->attributes & HAS_NORMAL;
    int used[2] = {0, 0};
    char defines[1024] = "";
    for (int slot = 0; slot < TEXTURE_SLOTS; slot++) {
        const char *uv = coordinates(material, mesh, slot);
        if (uv && (slot == BASE ? base : slot == NORMAL ? normals : lit)) {
            used[uv[2] - '0'] = 1;
            size_t at = strlen(defines);
            snprintf(defines + at, sizeof defines - at, "#define %s %s\n", SLOT[slot], uv);
        }
    }
    const struct {
        int on;
        const char *name;
    } flags[] = {{depth_only, "DEPTH_ONLY"},
                 {lit, "LIT"},
                 {mask, "MASK"},
                 {normals, "NORMALS"},
                 {normals && mesh->attributes & HAS_TANGENT && coordinates(material, mesh, NORMAL), "TANGENTS"},
                 {used[0], "USE_UV0"},
                 {used[1], "USE_UV1"},
                 {base && mesh->attributes & HAS_COLOUR, "COLOURS"},
                 {lit && material->double_sided, "DOUBLE_SIDED"},
                 {scene->tone_map == 1, "TONE_MAP"}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        if (flags[i].on) {
            size_t at = strlen(defines);
            snprintf(defines + at, sizeof defines - at, "#define %s\n", flags[i].name);
        }
    }
    return program_for(programs, defines);
}

static GLuint make_texture(const Texture *t) {
    static const GLint MIN[] = {GL_NEAREST,
                                GL_LINEAR,
                                GL_NEAREST_MIPMAP_NEAREST,
                                GL_LINEAR_MIPMAP_NEAREST,
                                GL_NEAREST_MIPMAP_LINEAR,
                                GL_LINEAR_MIPMAP_LINEAR};
    static const GLint WRAP[] = {GL_REPEAT, GL_CLAMP_TO_EDGE, GL_MIRRORED_REPEAT};
    GLsizei levels = 1;
    while ((t->width | t->height) >> levels) {
        levels++;
    }
    GLuint name;
    glCreateTextures(GL_TEXTURE_2D, 1, &name);
    glTextureStorage2D(name, t->min < 2 ? 1 : levels, t->srgb ? GL_SRGB8_ALPHA8 : GL_RGBA8, (GLsizei)t->width,
                       (GLsizei)t->height);
    glTextureSubImage2D(name, 0, 0, 0, (GLsizei)t->width, (GLsizei)t->height, GL_RGBA, GL_UNSIGNED_BYTE, t->rgba);
    if (t->min >= 2) {
        glGenerateTextureMipmap(name);
    }
    glTextureParameteri(name, GL_TEXTURE_MAG_FILTER, t->mag ? GL_LINEAR : GL_NEAREST);
    glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, MIN[t->min]);
    glTextureParameteri(name, GL_TEXTURE_WRAP_S, WRAP[t->wrap_u]);
    glTextureParameteri(name, GL_TEXTURE_WRAP_T, WRAP[t->wrap_v]);
    return name;
}

static GLuint make_buffer(const void *data, size_t size) {
    GLuint name;
    glCreateBuffers(1, &name);
    glNamedBufferStorage(name, (GLsizeiptr)(size ? size : 4), size ? data : NULL, 0);
    return name;
}

static GLuint make_mesh(const Mesh *mesh) {
    const struct {
        const unsigned char *data;
        GLint components;
    } attributes[] = {{mesh->position, 3}, {mesh->normal, 3}, {mesh->tangent, 4},
                      {mesh->uv0, 2},      {mesh->uv1, 2},    {mesh->colour, 4}};
    GLuint vao;
    glCreateVertexArrays(1, &vao);
    for (GLuint i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        if (attributes[i].data) {
            GLsizei stride = 4 * attributes[i].components;
            GLuint buffer = make_buffer(attributes[i].data, (size_t)stride * mesh->vertices);
            glVertexArrayVertexBuffer(vao, i, buffer, 0, stride);
            glVertexArrayAttribFormat(vao, i, attributes[i].components, GL_FLOAT, GL_FALSE, 0);
            glVertexArrayAttribBinding(vao, i, i);
            glEnableVertexArrayAttrib(vao, i);
        }
    }
    glVertexArrayElementBuffer(vao, make_buffer(mesh->index, 4 * (size_t)mesh->indices));
    return vao;
}

static GLuint make_target(const Options *o, int samples) {
    GLuint frame, buffer[2];
    glCreateFramebuffers(1, &frame);
    glCreateRenderbuffers(2, buffer);
    if (!o->depth_only) {
        glNamedRenderbufferStorageMultisample(buffer[0], samples, GL_SRGB8_ALPHA8, o->width, o->height);
        glNamedFramebufferRenderbuffer(frame, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffer[0]);
    } else {
        glNamedFramebufferDrawBuffer(frame, GL_NONE);
    }
    glNamedRenderbufferStorageMultisample(buffer[1], samples, GL_DEPTH_COMPONENT32F, o->width, o->height);
    glNamedFramebufferRenderbuffer(frame, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, buffer[1]);
    if (glCheckNamedFramebufferStatus(frame, GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
        fail("no render target of %dx%d with %d samples", o->width, o->height, samples);
    }
    return frame;
}

/* A draw's place in a frame: the corner of its bounds nearest to the camera decides. */
typedef struct {
    float distance;
    uint32_t draw;
} Place;

/* What the frames need, made once. */
typedef struct {
    Scene scene;
    float (*bounds)[8][3]; /* corners of each draw's bounding box, in world space */
    Place *places;
    GLuint *textures, *meshes, *programs;
    GLuint frame_block, material_blocks, draw_blocks, target, resolved;
    size_t material_stride, draw_stride;
} Renderer;

static size_t aligned(size_t size, size_t to) {
    return (size + to - 1) / to * to;
}

static void fill_draw(DrawBlock *block, const float *model, const float *normal_matrix) {
    memcpy(block->model, model, sizeof block->model);
    for (int column = 0; column < 3; column++) {
        memcpy(block->normal_matrix + 4 * column, normal_matrix + 3 * column, 12);
        block->normal_matrix[4 * column + 3] = 0;
    }
}

static void make_blocks(Renderer *r) {
    const Scene *s = &r->scene;
    GLint alignment = 256;
    glGetIntegerv(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT, &alignment);
    r->material_stride = aligned(sizeof(MaterialBlock), (size_t)alignment);
    r->draw_stride = aligned(sizeof(DrawBlock), (size_t)alignment);
    unsigned char *materials = allocate(r->material_stride * s->material_count);
    for (uint32_t i = 0; i < s->material_count; i++) {
        const Material *m = &s->materials[i];
        MaterialBlock block = {.metallic = m->metallic,
                               .roughness = m->roughness,
                               .normal_scale = m->normal_scale,
                               .occlusion_strength = m->occlusion_strength,
                               .alpha_cutoff = m->alpha_cutoff};
        memcpy(block.base, m->base, sizeof block.base);
        memcpy(block.emissive, m->emissive, sizeof m->emissive);
        memcpy(materials + i * r->material_stride, &block, sizeof block);
    }
    unsigned char *draws = allocate(r->draw_stride * s->draw_count);
    for (uint32_t i = 0; i < s->draw_count; i++) {
        DrawBlock block;
        fill_draw(&block, s->draws[i].model, s->draws[i].normal_matrix);
        memcpy(draws + i * r->draw_stride, &block, sizeof block);
    }
    r->material_blocks = make_buffer(materials, r->material_stride * s->material_count);
    glCreateBuffers(1, &r->draw_blocks);
    glNamedBufferStorage(r->draw_blocks, (GLsizeiptr)(r->draw_stride * s->draw_count), draws, GL_DYNAMIC_STORAGE_BIT);
    free(materials);
    free(draws);
    glCreateBuffers(1, &r->frame_block);
    glNamedBufferStorage(r->frame_block, sizeof(FrameBlock), NULL, GL_DYNAMIC_STORAGE_BIT);
    glBindBufferBase(GL_UNIFORM_BUFFER, FRAME_BINDING, r->frame_block);
}

static void find_bounds(const Mesh *mesh, const Draw *draw, float (*corners)[3]) {
    float low[3] = {0, 0, 0}, high[3] = {0, 0, 0};
    for (size_t i = 0; i < mesh->vertices; i++) {
        float p[3];
        memcpy(p, mesh->position + 12 * i, sizeof p);
        for (int k = 0; k < 3; k++) {
            low[k] = i == 0 || p[k] < low[k] ? p[k] : low[k];
            high[k] = i == 0 || p[k] > high[k] ? p[k] : high[k];
        }
    }
    for (int c = 0; c < 8; c++) {
        float x = c & 1 ? high[0] : low[0], y = c & 2 ? high[1] : low[1], z = c & 4 ? high[2] : low[2];
        for (int row = 0; row < 3; row++) {
            const float *m = draw->model + row;
            corners[c][row] = m[0] * x + m[4] * y + m[8] * z + m[12];
        }
    }
}

static Renderer make_renderer(const Options *o, Scene scene) {
    Renderer r = {.scene = scene};
    r.textures = allocate(scene.texture_count * sizeof *r.textures);
    r.meshes = allocate(scene.mesh_count * sizeof *r.meshes);
    r.programs = allocate(scene.draw_count * sizeof *r.programs);
    for (uint32_t i = 0; i < scene.texture_count; i++) {
        r.textures[i] = make_texture(&scene.textures[i]);
    }
    for (uint32_t i = 0; i < scene.mesh_count; i++) {
        r.meshes[i] = make_mesh(&scene.meshes[i]);
    }
    r.bounds = allocate(scene.draw_count * sizeof *r.bounds);
    r.places = allocate(scene.draw_count * sizeof *r.places);
    for (uint32_t i = 0; i < scene.draw_count; i++) {
        find_bounds(&scene.meshes[scene.draws[i].mesh], &scene.draws[i], r.bounds[i]);
    }
    Programs programs = {NULL, 0};
    for (uint32_t i = 0; i < scene.draw_count; i++) {
        r.programs[i] = program_of(&programs, &scene, &scene.draws[i], o->depth_only);
    }
    make_blocks(&r);
    r.target = make_target(o, o->samples == 1 ? 0 : o->samples);
    r.resolved = o->samples == 1 || o->depth_only ? r.target : make_target(o, 0);

    glClipControl(GL_UPPER_LEFT, GL_ZERO_TO_ONE);
    glViewport(0, 0, o->width, o->height);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glEnable(GL_FRAMEBUFFER_SRGB);
    check_gl("while setting up");
    return r;
}

static void multiply(float *out, const float *a, const float *b) {
    for (int column = 0; column < 4; column++) {
        for (int row = 0; row < 4; row++) {
            float sum = 0;
            for (int k = 0; k < 4; k++) {
                sum += a[4 * k + row] * b[4 * column + k];
            }
            out[4 * column + row] = sum;
        }
    }
}

static void use_material(const Renderer *r, uint32_t index) {
    const Material *m = &r->scene.materials[index];
    glBindBufferRange(GL_UNIFORM_BUFFER, MATERIAL_BINDING, r->material_blocks, (GLintptr)(index * r->material_stride),
                      sizeof(MaterialBlock));
    for (GLuint slot = 0; slot < TEXTURE_SLOTS; slot++) {
        if (m->texture[slot] >= 0) {
            glBindTextureUnit(slot, r->textures[m->texture[slot]]);
        }
    }
    if (m->double_sided) {
        glDisable(GL_CULL_FACE);
    } else {
        glEnable(GL_CULL_FACE);
    }
    if (m->alpha_mode == ALPHA_BLEND) {
        glEnable(GL_BLEND);
        glDepthMask(GL_FALSE);
    } else {
        glDisable(GL_BLEND);
        glDepthMask(GL_TRUE);
    }
}

/* Whether all corners lie outside one plane of the view volume; else the nearest one's distance. */
static int outside(float (*corners)[3], const float *m, float *nearest) {
    int out = 63;
    for (int c = 0; c < 8; c++) {
        float clip[4];
        for (int row = 0; row < 4; row++) {
            clip[row] = m[row] * corners[c][0] + m[4 + row] * corners[c][1] + m[8 + row] * corners[c][2] + m[12 + row];
        }
        float w = clip[3];
        out &= (clip[0] < -w) | (clip[0] > w) << 1 | (clip[1] < -w) << 2 | (clip[1] > w) << 3 | (clip[2] < 0) << 4 |
               (clip[2] > w) << 5;
        *nearest = c == 0 || w < *nearest ? w : *nearest;
    }
    return out != 0;
}

static int by_distance(const void *a, const void *b) {
    const Place *x = a, *y = b;
    return (x->distance > y->distance) - (x->distance < y->distance);
}

/* Moves the draws that move to where they are in a frame. */
static void move(const Renderer *r, uint32_t frame) {
    const Scene *s = &r->scene;
    for (uint32_t i = 0; i < s->moving_count; i++) {
        const Motion *motion = &s->motions[(size_t)frame * s->moving_count + i];
        Draw *draw = &s->draws[s->moving[i]];
        draw->flipped = motion->flipped;
        DrawBlock block;
        fill_draw(&block, motion->model, motion->normal_matrix);
        glNamedBufferSubData(r->draw_blocks, (GLintptr)(s->moving[i] * r->draw_stride), sizeof block, &block);
    }
}

/* The draws of a frame; returns how many. With --sort, those in view, opaque ones from near to far: what a careful
 * application does for the renderer. Blended ones keep their places at the end. */
static uint32_t order(const Renderer *r, const Options *o, const float *view_projection) {
    const Scene *s = &r->scene;
    uint32_t count = 0, opaque = 0;
    for (uint32_t i = 0; i < s->draw_count; i++) {
        float distance = 0;
        if (o->sort && outside(r->bounds[i], view_projection, &distance)) {
            continue;
        }
        r->places[count++] = (Place){distance, i};
        opaque = s->materials[s->draws[i].material].alpha_mode == ALPHA_BLEND ? opaque : count;
    }
    if (o->sort) {
        qsort(r->places, opaque, sizeof *r->places, by_distance);
    }
    return count;
}

static void render(const Renderer *r, const Options *o, uint32_t index) {
    const Scene *s = &r->scene;
    const Frame *frame = &s->frames[index % s->frame_count];
    FrameBlock block;
    memset(&block, 0, sizeof block);
    multiply(block.view_projection, frame->projection, frame->view);
    memcpy(block.camera, frame->camera, 12);
    memcpy(block.light_direction, s->light_direction, 12);
    memcpy(block.light_colour, s->light_colour, 12);
    memcpy(block.ambient, s->ambient, 12);
    glNamedBufferSubData(r->frame_block, 0, sizeof block, &block);
    move(r, index % s->frame_count);

    const float background[4] = {s->background[0], s->background[1], s->background[2], 1}, far = 1;
    glBindFramebuffer(GL_FRAMEBUFFER, r->target);
    glDepthMask(GL_TRUE);
    if (!o->depth_only) {
        glClearBufferfv(GL_COLOR, 0, background);
    }
    glClearBufferfv(GL_DEPTH, 0, &far);

    uint32_t material = UINT32_MAX, mesh = UINT32_MAX;
    GLuint program = 0;
    uint32_t count = order(r, o, block.view_projection);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t i = r->places[k].draw;
        const Draw *d = &s->draws[i];
        if (o->depth_only && s->materials[d->material].alpha_mode == ALPHA_BLEND) {
            continue;
        }
        if (d->material != material) {
            use_material(r, material = d->material);
        }
        if (r->programs[i] != program) {
            glUseProgram(program = r->programs[i]);
        }
        if (d->mesh != mesh) {
            glBindVertexArray(r->meshes[mesh = d->mesh]);
        }
        glFrontFace(d->flipped ? GL_CW : GL_CCW);
        glBindBufferRange(GL_UNIFORM_BUFFER, DRAW_BINDING, r->draw_blocks, (GLintptr)(i * r->draw_stride),
                          sizeof(DrawBlock));
        glDrawElements(GL_TRIANGLES, (GLsizei)s->meshes[d->mesh].indices, GL_UNSIGNED_INT, NULL);
    }
    if (r->resolved != r->target) {
        glBlitNamedFramebuffer(r->target, r->resolved, 0, 0, o->width, o->height, 0, 0, o->width, o->height,
                               GL_COLOR_BUFFER_BIT, GL_NEAREST);
    }
    glFinish();
}

static void write_picture(const Renderer *r, const Options *o) {
    size_t size = (size_t)o->width * o->height * 3;
    unsigned char *pixels = allocate(size);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, r->resolved);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, o->width, o->height, GL_RGB, GL_UNSIGNED_BYTE, pixels);
    check_gl("while reading the picture");
    FILE *file = fopen(o->out, "wb");
    if (!file || fprintf(file, "P6\n%d %d\n255\n", o->width, o->height) < 0 ||
        fwrite(pixels, 1, size, file) != size || fclose(file)) {
        fail("%s: cannot be written", o->out);
    }
    free(pixels);
}

static void write_export(const char *path, const unsigned char *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file)) {
        fail("%s: cannot be written", path);
    }
}

static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static const char *const USAGE =
    "usage: llvmpipe-bench SCENE.peer | --self-test objects|sphere:TRIANGLES\n"
    "  --size WxH      picture size (1920x1080)     --samples N     1 or 4 (1)\n"
    "  --frames N      frames measured (60)         --warmup N      frames before that (10)\n"
    "  --threads N     of llvmpipe (2)              --depth-only    no colour\n"
    "  --out FILE.ppm  writes one picture           --frame K       of which frame (0)\n"
    "  --sort          opaque draws from near to far, none out of view\n"
    "  --export FILE   writes the self-test scene as a peer file";

static Options parse(int argc, char **argv) {
    Options o = {.width = 1920, .height = 1080, .frames = 60, .warmup = 10, .samples = 1, .threads = 2};
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(a, "--help") == 0) {
            puts(USAGE);
            exit(0);
        } else if (strcmp(a, "--depth-only") == 0) {
            o.depth_only = 1;
            continue;
        } else if (strcmp(a, "--sort") == 0) {
            o.sort = 1;
            continue;
        } else if (a[0] != '-') {
            o.scene = a;
            continue;
        } else if (!value) {
            fail("%s: unknown, or its value is missing\n%s", a, USAGE);
        }
        i++;
        if (strcmp(a, "--size") == 0) {
            parse_size(a, value, &o.width, &o.height);
        } else if (strcmp(a, "--frames") == 0) {
            o.frames = parse_number(a, value, 1, 100000);
        } else if (strcmp(a, "--warmup") == 0) {
            o.warmup = parse_number(a, value, 0, 100000);
        } else if (strcmp(a, "--samples") == 0) {
            o.samples = parse_number(a, value, 1, 4);
        } else if (strcmp(a, "--threads") == 0) {
            o.threads = parse_number(a, value, 0, 64);
        } else if (strcmp(a, "--frame") == 0) {
            o.picture_frame = parse_number(a, value, 0, 1000000);
        } else if (strcmp(a, "--out") == 0) {
            o.out = value;
        } else if (strcmp(a, "--self-test") == 0) {
            o.self_test = value;
        } else if (strcmp(a, "--export") == 0) {
            o.export = value;
        } else {
            fail("%s: unknown\n%s", a, USAGE);
        }
    }
    if (!o.scene == !o.self_test) {
        fail("one scene is expected\n%s", USAGE);
    }
    if (o.samples != 1 && o.samples != 4) {
        fail("--samples is %d, expected 1 or 4", o.samples);
    }
    if (o.out && o.depth_only) {
        fail("--out and --depth-only exclude each other");
    }
    return o;
}

int main(int argc, char **argv) {
    Options o = parse(argc, argv);
    size_t size;
    unsigned char *bytes =
        o.scene ? read_file(o.scene, &size) : self_test(o.self_test, 60, (double)o.width / o.height, &size);
    const char *name = o.scene ? o.scene : o.self_test;
    Scene scene = peer_parse(name, bytes, size);
    if (o.sort && scene.moving_count != 0) {
        fail("%s: has moving draws, which --sort does not follow", name);
    }
    if (o.export) {
        write_export(o.export, bytes, size);
    }
    create_context(o.threads);
    Renderer renderer = make_renderer(&o, scene);
    free(bytes); /* OpenGL has its own copy; only counts and indices are looked at from here on */

    for (int i = 0; i < o.warmup; i++) {
        render(&renderer, &o, (uint32_t)i);
    }
    double *ms = allocate((size_t)o.frames * sizeof *ms);
    for (int i = 0; i < o.frames; i++) {
        double start = now_ms();
        render(&renderer, &o, (uint32_t)i);
        ms[i] = now_ms() - start;
    }
    check_gl("while rendering");
    if (o.out) {
        render(&renderer, &o, (uint32_t)o.picture_frame);
        write_picture(&renderer, &o);
    }
    qsort(ms, (size_t)o.frames, sizeof *ms, ascending);
    uint64_t triangles = 0;
    for (uint32_t i = 0; i < scene.draw_count; i++) {
        triangles += scene.meshes[scene.draws[i].mesh].indices / 3;
    }
    printf("{\"scene\": \"");
    for (const char *c = name; *c; c++) {
        printf(*c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    }
    printf("\", \"median_ms\": %.3f, \"min_ms\": %.3f, \"frames\": %d, \"threads\": %d, \"samples\": %d, "
           "\"depth_only\": %s, \"sorted\": %s, \"triangles\": %llu, \"draws\": %u, \"width\": %d, \"height\": %d, "
           "\"renderer\": \"%s\", \"version\": \"%s\"}\n",
           ms[o.frames / 2], ms[0], o.frames, o.threads, o.samples, o.depth_only ? "true" : "false",
           o.sort ? "true" : "false",
           (unsigned long long)triangles, scene.draw_count, o.width, o.height,
           (const char *)glGetString(GL_RENDERER), (const char *)glGetString(GL_VERSION));
    return 0;
}

package dev.azulejo.scene.shading;

/** Where each uniform lies, in floats, in the three groups' buffers. */
public final class PbrUniforms {
    /** The group of what a frame has: camera, lights, surroundings. */
    public static final int FRAME = 0;

    /** The group of a material, with its textures. */
    public static final int MATERIAL = 1;

    /** The group of an object, with its field of heights. */
    public static final int OBJECT = 2;

    /** Of {@link #FRAME}: where the surface is seen from, in world space. */
    public static final int CAMERA = 0;

    /** Factor on radiance before tone mapping. */
    public static final int EXPOSURE = 3;

    /** Constant ambient radiance, for {@link Lighting#CONSTANT}. */
    public static final int AMBIENT = 4;

    /** Irradiance over pi: nine spherical-harmonic coefficients, red, green, blue each. */
    public static final int IRRADIANCE = 8;

    /**
     * Studio: radiance just above the horizon, then what is added to it up to the zenith; just
     * below the horizon, then what is added to it up to the nadir. Red, green, blue each.
     */
    public static final int SKY = IRRADIANCE + 27;

    /** Studio: light that blurring has lost, red, green, blue; then {@link #HAZE_POWERS} shares. */
    public static final int HAZE = SKY + 12;

    /** How many powers of roughness, from the first on, say how much of {@link #HAZE} is added. */
    public static final int HAZE_POWERS = 4;

    /** Number of soft boxes. */
    public static final int BOX_COUNT = HAZE + 3 + HAZE_POWERS;

    /**
     * Soft boxes, {@link #BOX_STRIDE} floats each: unit normals of the four planes through the
     * middle between which it lies, opposite ones next to each other, pointing inward; radiance.
     */
    public static final int BOXES = BOX_COUNT + 1;

    /** Floats a soft box. */
    public static final int BOX_STRIDE = 15;

    /** Most soft boxes. */
    public static final int MAX_BOXES = 8;

    /** Number of lights. */
    public static final int LIGHT_COUNT = BOXES + MAX_BOXES * BOX_STRIDE;

    /**
     * Lights, {@link #LIGHT_STRIDE} floats each: position and 1, or direction towards the light and
     * 0; colour times intensity; 1 / range^2; direction in which a spot shines; scale and offset of
     * the cosine of its cone (0 and 1 for other lights).
     */
    public static final int LIGHTS = LIGHT_COUNT + 1;

    /** Floats a light. */
    public static final int LIGHT_STRIDE = 13;

    /** So many lights lie here; if there are more, all lie at {@link #MANY_LIGHTS}. */
    public static final int FEW_LIGHTS = 16;

    /** View-projection matrix, column-major. */
    public static final int CLIP_FROM_WORLD = LIGHTS + FEW_LIGHTS * LIGHT_STRIDE;

    /** By how much clip x, clip y and clip w change most a unit of world space. */
    public static final int PIXELS = CLIP_FROM_WORLD + 16;

    /** Length in pixels that edges of tessellated patches are to have. */
    public static final int EDGE_PIXELS = PIXELS + 3;

    /** How far triangles are moved along their normals, world units; by what part they shrink. */
    public static final int SHATTER = EDGE_PIXELS + 1;

    /** 1 if hull stages are to keep patches out of sight too, else 0. */
    public static final int KEEP = SHATTER + 2;

    /**
     * From world space to the light's depths: three rows of four floats, for u, v and the depth
     * that is compared.
     */
    public static final int SHADOW = KEEP + 1;

    /** How far a point that the light grazes is moved along its normal, world units. */
    public static final int SHADOW_OFFSET = SHADOW + 12;

    /** Which of the lights casts shadows. */
    public static final int SHADOW_LIGHT = SHADOW_OFFSET + 1;

    /** What clip z and clip w are multiplied by, to add up to the depth in front of the eye. */
    public static final int DEPTH = SHADOW_LIGHT + 1;

    /**
     * Of the picture of what lies behind: where the view begins in it, from 0 to 1, and how wide it
     * is.
     */
    public static final int BEHIND_VIEW = DEPTH + 2;

    /** 1 over the width and the height of that picture. */
    public static final int BEHIND_TEXEL = BEHIND_VIEW + 2;

    /** The 16th root of a quarter of its height in pixels, less 1. */
    public static final int BEHIND_GROWTH = BEHIND_TEXEL + 2;

    /** Cosine and sine of the angle by which an environment is turned. */
    public static final int ENVIRONMENT_TURN = BEHIND_GROWTH + 1;

    /**
     * Directions in which the view looks: in the middle of the picture, and what is added to that
     * towards its right and its upper edge. x, y, z each.
     */
    public static final int LOOK = ENVIRONMENT_TURN + 2;

    /** How much an environment behind the scene is blurred, as a roughness. */
    public static final int LOOK_BLUR = LOOK + 9;

    /**
     * Which angle a pixel spans in the middle of the picture, radians; 0 for orthographic views.
     */
    public static final int LOOK_PIXEL = LOOK_BLUR + 1;

    /** Floats of the frame group; with many lights {@link LightSlices#frameSize}. */
    public static final int FRAME_SIZE = LOOK_PIXEL + 1;

    /**
     * Where lights lie that are more than {@link #FEW_LIGHTS}, as at {@link #LIGHTS}. Before and
     * behind them is what {@link LightSlices} knows of them.
     */
    public static final int MANY_LIGHTS = FRAME_SIZE + 8;

    /** Of {@link #MATERIAL}: base colour factor. */
    public static final int BASE_COLOR = 0;

    /** Metallic factor. */
    public static final int METALLIC = 4;

    /** Roughness factor. */
    public static final int ROUGHNESS = 5;

    /** Scale of the normal map. */
    public static final int NORMAL_SCALE = 6;

    /** Strength of the occlusion texture. */
    public static final int OCCLUSION = 7;

    /** Emissive factor times strength. */
    public static final int EMISSIVE = 8;

    /** Alpha cutoff. */
    public static final int CUTOFF = 11;

    /**
     * Reflectance of a dielectric at normal incidence, red, green, blue; with {@link #SPECULAR}
     * without that factor, and maybe above 1.
     */
    public static final int DIELECTRIC = 12;

    /** Specular factor, for materials whose dielectrics mirror other than by refraction alone. */
    public static final int SPECULAR = 15;

    /** Clear coat: factor, roughness, scale of its normal map. */
    public static final int COAT = 16;

    /** How much light goes through. */
    public static final int TRANSMISSION = COAT + 3;

    /** Length of its way below the surface, in the object's space. */
    public static final int THICKNESS = TRANSMISSION + 1;

    /** How often light is halved a unit of its way, red, green, blue. */
    public static final int ATTENUATION = THICKNESS + 1;

    /** 1 over the index of refraction, of red, green and blue. */
    public static final int REFRACTION = ATTENUATION + 3;

    /** How much roughness blurs what is seen through the surface, 0 to 1. */
    public static final int BLUR = REFRACTION + 3;

    /** Sheen: colour, roughness. */
    public static final int SHEEN = BLUR + 1;

    /** Anisotropy: strength; cosine and sine of the rotation. */
    public static final int ANISOTROPY = SHEEN + 4;

    /** Film: factor, index of refraction, least and most thickness in nanometres. */
    public static final int IRIDESCENCE = ANISOTROPY + 3;

    /** How much light is scattered to the other side; its colour, red, green, blue. */
    public static final int DIFFUSE_TRANSMISSION = IRIDESCENCE + 4;

    /**
     * {@link #TEXTURE_COUNT} textures (base colour, metallic-roughness, normal, occlusion,
     * emissive, specular, specular colour, coat, coat's roughness, coat's normal, transmission,
     * thickness, sheen colour, sheen's roughness, anisotropy, iridescence, film's thickness,
     * diffuse transmission, its colour), 8 floats each: six of the coordinates' affine map, 1 if it
     * is not the identity, the coordinate set.
     */
    public static final int TEXTURES = DIFFUSE_TRANSMISSION + 4;

    /** Floats a texture. */
    public static final int TEXTURE_STRIDE = 8;

    /** Most textures of a material. */
    public static final int TEXTURE_COUNT = 19;

    /** Floats of the material group. */
    public static final int MATERIAL_SIZE = TEXTURES + TEXTURE_COUNT * TEXTURE_STRIDE;

    /** Of {@link #OBJECT}: view-projection times model matrix, column-major. */
    public static final int CLIP_FROM_OBJECT = 0;

    /** Model matrix, column-major. */
    public static final int WORLD_FROM_OBJECT = 16;

    /** Normal matrix, column-major 3x3. */
    public static final int NORMAL_MATRIX = 32;

    /** -1 if the model matrix mirrors, else 1. */
    public static final int HANDEDNESS = 41;

    /** Height fields: columns a unit of x, rows a unit of z. */
    public static final int HEIGHT_STEPS = 42;

    /** Height fields: the lowest and the highest place. */
    public static final int HEIGHT_BOUNDS = 44;

    /** Which draw call of the scene it is, from 1 on; {@link SurfaceProgram} alone reads it. */
    public static final int ID = 46;

    /** 1 if the model matrix changes lengths, so that what it turns must be normalised, else 0. */
    public static final int STRETCHES = 47;

    /** Floats of the object group. */
    public static final int OBJECT_SIZE = 48;

    private PbrUniforms() {}

    /** Returns where one of a frame's lights lies, whose {@link #LIGHT_COUNT} is known. */
    public static int light(float[] frame, int light) {
        int first = frame[LIGHT_COUNT] <= FEW_LIGHTS ? LIGHTS : MANY_LIGHTS;
        return first + light * LIGHT_STRIDE;
    }
}

package dev.azulejo.scene.shading;

import dev.azulejo.core.sampling.TextureSamplings;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.DomainStage;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.GeometryStage;
import dev.azulejo.core.shader.HullStage;
import dev.azulejo.core.shader.KernelProvider;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.shader.StageCosts;
import dev.azulejo.core.shader.TextureSampling;
import dev.azulejo.core.shader.VertexStage;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The program of a material's features. Programs are shared: equal features give the same object.
 *
 * <p>Vertex attribute slots: 0 position, 1 normal, 2 tangent, 3 and 4 texture coordinates, 5
 * colour, 7 openness; of PN triangles also 6, the normal that shapes the surface. Textures of group
 * 2: those of the height field, if there is one, as {@link HeightTextures} makes them.
 */
public final class PbrProgram implements ShaderProgram {
    /** Attribute of PN triangles: a normal that vertices at one place have in common. */
    public static final int SMOOTH_NORMAL_SLOT = 6;

    /** Attribute of which part of the ambient light arrives. */
    public static final int OPENNESS_SLOT = 7;

    private record Key(PbrFeatures features, PatchKind patches, boolean shatters) {
        long code() {
            int way = 2 * patches.ordinal() + (shatters ? 1 : 0);
            return features.code() * 2 * PatchKind.values().length + way;
        }
    }

    private static final Map<Long, PbrProgram> PROGRAMS = new ConcurrentHashMap<>();

    private final Key key;
    private final PbrFeatures features;

    /** Floats of a patch's corners that its points get as well. */
    private final int carried;

    private final VertexStage vertexStage;
    private final HullStage hullStage;
    private final DomainStage domainStage;
    private final KernelProvider<DomainStage> heightDomain;
    private final GeometryStage geometryStage;
    private final KernelProvider<FragmentStage> fragment;

    private PbrProgram(Key key) {
        this.key = key;
        this.features = key.features();
        var layout = new PatchLayout(features, key.patches());
        this.carried = layout.carried;
        boolean shatters = key.shatters();
        this.vertexStage =
                key.patches() == PatchKind.NONE
                        ? new PbrVertexStage(features, shatters)
                        : new PatchVertexStage(layout);
        this.hullStage =
                switch (key.patches()) {
                    case NONE -> null;
                    case PN_TRIANGLES -> new PnHullStage(layout);
                    case BICUBIC -> new BicubicHullStage(layout);
                    case HEIGHT_FIELD -> new HeightFieldHullStage(layout);
                };
        this.domainStage =
                switch (key.patches()) {
                    case NONE, HEIGHT_FIELD -> null;
                    case PN_TRIANGLES -> new PnDomainStage(layout, shatters);
                    case BICUBIC -> new BicubicDomainStage(layout, shatters);
                };
        this.heightDomain =
                key.patches() != PatchKind.HEIGHT_FIELD
                        ? null
                        : new KernelProvider<>(
                                () -> heightDomain(layout, shatters, Kernels.SCALAR),
                                () -> heightDomain(layout, shatters, Kernels.VECTOR));
        this.geometryStage = shatters ? new ShatterStage(features) : null;
        this.fragment =
                new KernelProvider<>(
                        () -> new Stage(Kernels.SCALAR), () -> new Stage(Kernels.VECTOR));
    }

    private static DomainStage heightDomain(PatchLayout layout, boolean shatters, Kernels kind) {
        return new HeightFieldDomainStage(layout, shatters, HeightKernels.of(kind));
    }

    /** Returns the program for some features, without patches. */
    public static PbrProgram of(PbrFeatures features) {
        return of(features, PatchKind.NONE, false);
    }

    /**
     * Returns the program for some features.
     *
     * @param features what the material must do
     * @param patches how triangles come to be
     * @param shatters whether triangles are moved apart; for triangles alone
     */
    public static PbrProgram of(PbrFeatures features, PatchKind patches, boolean shatters) {
        var key = new Key(features, patches, shatters);
        return PROGRAMS.computeIfAbsent(key.code(), code -> new PbrProgram(key));
    }

    @Override
    public String name() {
        return "physically based " + Long.toHexString(key.code());
    }

    @Override
    public int varyingCount() {
        return features.varyingCount();
    }

    @Override
    public int gradientCount() {
        return 2 * features.texCoordSets();
    }

    @Override
    public boolean discards() {
        return features.mask();
    }

    @Override
    public int keepVaryingCount() {
        return features.vertexColors() ? features.colorVarying() + 4 : 2 * features.texCoordSets();
    }

    @Override
    public VertexStage vertexStage(Kernels kernels) {
        return vertexStage;
    }

    @Override
    public boolean writesCoverage() {
        return features.mask();
    }

    /** Of colours too, which alpha may be made of. */
    @Override
    public int coverGradientCount() {
        return keepVaryingCount();
    }

    /** Plain loops that the compiler vectorises serve both kinds of kernels, here and below. */
    @Override
    public HullStage hullStage(Kernels kernels) {
        return hullStage;
    }

    @Override
    public DomainStage domainStage(Kernels kernels) {
        return heightDomain != null ? heightDomain.get(kernels) : domainStage;
    }

    @Override
    public GeometryStage geometryStage(Kernels kernels) {
        return geometryStage;
    }

    @Override
    public FragmentStage fragmentStage(Kernels kernels) {
        return fragment.get(kernels);
    }

    @Override
    public StageCosts costs(int controlPoints, BindGroup[] groups) {
        return PbrCosts.of(this, features, key.patches(), carried, groups);
    }

    /** Samples textures and runs the kernels of one kind. */
    final class Stage implements FragmentStage {
        private static final int U = PbrKernels.COORDINATES;
        private static final int V = U + 1;
        private static final int GRADIENTS = PbrKernels.GRADIENTS;

        /** Of no texture's role. */
        private static final int NONE = -1;

        private final PbrKernels kernels;
        private final CoatKernels coats;
        private final TextureSampling sampling;

        /** Null where no light casts shadows. */
        private final KeyShadow shadow;

        /** Null where none goes through; likewise the following. */
        private final TransmittedLight transmitted;

        private final SheenLight sheen;
        private final BrushedSurface brushed;
        private final ThinFilm film;
        private final DiffuseTransmission scattered;

        /** Null where the light is another; likewise. */
        private final EnvironmentLight environment;

        Stage(Kernels kind) {
            this(kind, PbrKernels.of(kind), TextureSamplings.of(kind));
        }

        /** For tests: with kernels that say what was called. */
        Stage(Kernels kind, PbrKernels kernels, TextureSampling sampling) {
            this.kernels = kernels;
            this.coats = CoatKernels.of(kind);
            this.sampling = sampling;
            this.shadow = features.shadows() ? new KeyShadow(features, kind) : null;
            this.transmitted =
                    features.finish().transmission().present()
                            ? new TransmittedLight(features, kind)
                            : null;
            var finish = features.finish();
            this.sheen = finish.sheen().present() ? new SheenLight(features) : null;
            this.brushed = finish.anisotropy().present() ? new BrushedSurface(features) : null;
            this.film = finish.iridescence().present() ? new ThinFilm(features) : null;
            this.scattered = finish.diffuse().present() ? new DiffuseTransmission(features) : null;
            this.environment =
                    features.lighting() == Lighting.ENVIRONMENT
                            ? new EnvironmentLight(features)
                            : null;
        }

        @Override
        public void keep(FragmentBatch batch) {
            base(batch);
            float cutoff = batch.groups[PbrUniforms.MATERIAL].uniforms().data()[PbrUniforms.CUTOFF];
            for (int i = 0; i < batch.count; i++) {
                batch.keep[i] = batch.alpha[i] >= cutoff ? -1 : 0;
            }
        }

        @Override
        public void cover(FragmentBatch batch) {
            float cutoff = batch.groups[PbrUniforms.MATERIAL].uniforms().data()[PbrUniforms.CUTOFF];
            MaskCoverage.cover(this, features, cutoff, batch);
        }

        /** Finds alpha alone, the one that {@link #base} finds. */
        void alpha(FragmentBatch batch, float[] to) {
            boolean textured = features.baseColorTexture();
            if (textured) {
                texture(batch, 0, 0, NONE, null, null, null, to);
            }
            float factor =
                    batch.groups[PbrUniforms.MATERIAL].uniforms()
                            .data()[PbrUniforms.BASE_COLOR + 3];
            float[] color = batch.varying[features.colorVarying() + 3];
            for (int i = 0; i < batch.count; i++) {
                float a = textured ? factor * to[i] : factor;
                to[i] = features.vertexColors() ? a * color[i] : a;
            }
        }

        /** Finds the base colour and alpha. */
        void base(FragmentBatch batch) {
            float[][] s = batch.scratch;
            boolean textured = features.baseColorTexture();
            if (textured) {
                texture(
                        batch,
                        0,
                        0,
                        NONE,
                        s[PbrKernels.DIFFUSE],
                        s[PbrKernels.DIFFUSE + 1],
                        s[PbrKernels.DIFFUSE + 2],
                        features.blend() || features.mask() ? batch.alpha : null);
            }
            kernels.baseColor(
                    features,
                    batch.groups[PbrUniforms.MATERIAL].uniforms().data(),
                    textured,
                    batch);
        }

        @Override
        public void shade(FragmentBatch batch) {
            base(batch);
            if (!features.blend()) {
                java.util.Arrays.fill(batch.alpha, 0, batch.count, 1);
            }
            if (features.unlit()) {
                glow(batch);
            } else {
                surface(batch);
                float[] frame = batch.groups[PbrUniforms.FRAME].uniforms().data();
                layers(batch);
                if (frame[PbrUniforms.LIGHT_COUNT] > PbrUniforms.FEW_LIGHTS) {
                    manyLights(frame, batch);
                } else if (shadow == null) {
                    lights(frame, 0, (int) frame[PbrUniforms.LIGHT_COUNT], batch);
                } else {
                    lightsAndShadow(frame, batch);
                }
                ambient(frame, batch);
                if (transmitted == null) {
                    kernels.toneMap(frame, batch);
                } else {
                    transmitted.add(
                            frame,
                            batch.groups[PbrUniforms.MATERIAL].uniforms().data(),
                            kernels,
                            batch);
                }
            }
        }

        /** What is seen of unlit surfaces. */
        private void glow(FragmentBatch batch) {
            if (features.emissiveTexture()) {
                int base = features.baseColorTexture() ? 1 : 0;
                emission(batch, base, base == 0 ? NONE : 0);
            }
            kernels.unlit(features, batch.groups[PbrUniforms.MATERIAL].uniforms().data(), batch);
        }

        /** Reads the emissive texture; returns its role. */
        private int emission(FragmentBatch batch, int binding, int last) {
            float[][] s = batch.scratch;
            return texture(
                    batch,
                    4,
                    binding,
                    last,
                    s[PbrKernels.RADIANCE],
                    s[PbrKernels.RADIANCE + 1],
                    s[PbrKernels.RADIANCE + 2],
                    null);
        }

        /** Adds what arrives from all sides. */
        private void ambient(float[] frame, FragmentBatch batch) {
            if (environment != null) {
                environment.before(batch);
            }
            kernels.ambient(features, frame, batch);
            if (sheen != null) {
                sheen.ambient(frame, batch);
            }
            if (scattered != null) {
                if (environment != null) {
                    environment.behind(batch);
                }
                scattered.ambient(frame, batch);
            }
            if (features.finish().coat()) {
                if (environment != null) {
                    environment.coat(batch);
                } else {
                    coats.ambient(frame, batch);
                }
            }
        }

        /** Finds what the surface mirrors, and what lies on it takes of its light. */
        private void layers(FragmentBatch batch) {
            float[] material = batch.groups[PbrUniforms.MATERIAL].uniforms().data();
            if (brushed != null) {
                brushed.before(material, batch);
            }
            if (film != null) {
                film.before(material, batch);
            }
            if (features.lighting().isImageBased()) {
                kernels.directionalAlbedo(features, batch);
            }
            if (transmitted != null) {
                transmitted.before(material, batch);
            }
            if (features.finish().coat()) {
                coats.coat(features, material, batch);
            }
            if (sheen != null) {
                sheen.before(material, batch);
            }
            if (scattered != null) {
                scattered.before(material, batch);
            }
        }

        /**
         * Finds what light falls on: reads the material's textures; then the scratch rows of {@link
         * PbrKernels#surface} are there. Of lit programs, after {@link #base}.
         */
        void surface(FragmentBatch batch) {
            float[][] s = batch.scratch;
            int binding = features.baseColorTexture() ? 1 : 0;
            int last = features.baseColorTexture() ? 0 : NONE;
            if (features.metallicRoughnessTexture()) {
                last =
                        texture(
                                batch,
                                1,
                                binding++,
                                last,
                                null,
                                s[PbrKernels.ROUGHNESS],
                                s[PbrKernels.METALLIC],
                                null);
            }
            if (features.normalTexture()) {
                last =
                        texture(
                                batch,
                                2,
                                binding++,
                                last,
                                s[PbrKernels.NORMAL_TEXEL],
                                s[PbrKernels.NORMAL_TEXEL + 1],
                                s[PbrKernels.NORMAL_TEXEL + 2],
                                null);
            }
            if (features.occlusionTexture()) {
                last =
                        texture(
                                batch,
                                3,
                                binding++,
                                last,
                                s[PbrKernels.OCCLUSION],
                                null,
                                null,
                                null);
            }
            if (features.emissiveTexture()) {
                last = emission(batch, binding++, last);
            }
            finish(binding, last, batch);
            float[] frame = batch.groups[PbrUniforms.FRAME].uniforms().data();
            kernels.surface(
                    features, frame, batch.groups[PbrUniforms.MATERIAL].uniforms().data(), batch);
            if (features.openness()) {
                float[] open = batch.varying[features.opennessVarying()];
                float[] occlusion = s[PbrKernels.OCCLUSION];
                for (int i = 0; i < batch.count; i++) {
                    // The same corners may be in the texture; both together would count them twice
                    occlusion[i] = Math.min(occlusion[i], Math.max(open[i], 0));
                }
            }
        }

        /** Reads textures that most materials do without. */
        private void finish(int firstBinding, int lastRole, FragmentBatch batch) {
            float[][] s = batch.scratch;
            var finish = features.finish();
            int binding = firstBinding;
            int last = lastRole;
            if (finish.specularTexture()) {
                float[] alpha = s[PbrKernels.SPECULAR];
                last = texture(batch, 5, binding++, last, null, null, null, alpha);
            }
            if (finish.specularColorTexture()) {
                int red = PbrKernels.DIELECTRIC;
                last = texture(batch, 6, binding++, last, s[red], s[red + 1], s[red + 2], null);
            }
            if (finish.coatTexture()) {
                float[] red = s[PbrKernels.COAT];
                last = texture(batch, 7, binding++, last, red, null, null, null);
            }
            if (finish.coatRoughnessTexture()) {
                float[] green = s[PbrKernels.COAT_ROUGHNESS];
                last = texture(batch, 8, binding++, last, null, green, null, null);
            }
            if (finish.coatNormalTexture()) {
                int x = PbrKernels.COAT_NORMAL;
                last = texture(batch, 9, binding++, last, s[x], s[x + 1], s[x + 2], null);
            }
            if (finish.transmission().texture()) {
                float[] red = s[PbrKernels.TRANSMISSION];
                last = texture(batch, 10, binding++, last, red, null, null, null);
            }
            if (finish.transmission().thicknessTexture()) {
                float[] green = s[PbrKernels.THICKNESS];
                last = texture(batch, 11, binding++, last, null, green, null, null);
            }
            if (finish.sheen().colorTexture()) {
                int red = PbrKernels.SHEEN;
                last = texture(batch, 12, binding++, last, s[red], s[red + 1], s[red + 2], null);
            }
            if (finish.sheen().roughnessTexture()) {
                float[] alpha = s[PbrKernels.SHEEN_ROUGHNESS];
                last = texture(batch, 13, binding++, last, null, null, null, alpha);
            }
            if (finish.anisotropy().texture()) {
                int red = PbrKernels.ALONG;
                last = texture(batch, 14, binding++, last, s[red], s[red + 1], s[red + 2], null);
            }
            if (finish.iridescence().texture()) {
                float[] red = s[PbrKernels.IRIDESCENCE];
                last = texture(batch, 15, binding++, last, red, null, null, null);
            }
            if (finish.iridescence().thicknessTexture()) {
                float[] green = s[PbrKernels.FILM];
                last = texture(batch, 16, binding++, last, null, green, null, null);
            }
            if (finish.diffuse().texture()) {
                float[] alpha = s[PbrKernels.SCATTERING];
                last = texture(batch, 17, binding++, last, null, null, null, alpha);
            }
            if (finish.diffuse().colorTexture()) {
                int red = PbrKernels.SCATTERED;
                texture(batch, 18, binding, last, s[red], s[red + 1], s[red + 2], null);
            }
        }

        /** Adds some of the lights. */
        private void lights(float[] frame, int from, int to, FragmentBatch batch) {
            for (int l = from; l < to; l++) {
                int at = PbrUniforms.light(frame, l);
                kernels.light(features, frame, at, batch);
                if (features.finish().coat()) {
                    coats.light(frame, at, batch);
                }
                if (sheen != null) {
                    sheen.light(frame, at, batch);
                }
                if (scattered != null) {
                    scattered.light(frame, at, batch);
                }
            }
        }

        /** Adds all lights, of one of them only what arrives. */
        private void lightsAndShadow(float[] frame, FragmentBatch batch) {
            int casts = (int) frame[PbrUniforms.SHADOW_LIGHT];
            lights(frame, 0, casts, batch);
            shadow.before(frame, batch);
            lights(frame, casts, casts + 1, batch);
            KeyShadow.after(batch);
            lights(frame, casts + 1, (int) frame[PbrUniforms.LIGHT_COUNT], batch);
        }

        /** Adds those lights that reach any of the fragments, in the order of all. */
        private void manyLights(float[] frame, FragmentBatch batch) {
            LightSlices.bound(features, frame, batch);
            int casts = shadow == null ? -1 : (int) frame[PbrUniforms.SHADOW_LIGHT];
            int words = LightSlices.words((int) frame[PbrUniforms.LIGHT_COUNT]);
            for (int word = 0; word < words; word++) {
                int bits = LightSlices.word(frame, word, batch);
                while (bits != 0) {
                    int l = LightSlices.WORD_BITS * word + Integer.numberOfTrailingZeros(bits);
                    bits &= bits - 1;
                    if (l == casts) {
                        shadow.before(frame, batch);
                        lights(frame, l, l + 1, batch);
                        KeyShadow.after(batch);
                    } else if (LightSlices.reaches(frame, l, batch)) {
                        lights(frame, l, l + 1, batch);
                    }
                }
            }
        }

        /**
         * Reads one of the material's textures; lanes that nobody wants are null.
         *
         * @param last role of the texture that was read before it, or {@link #NONE}
         * @return its role
         */
        private int texture(
                FragmentBatch batch,
                int role,
                int binding,
                int last,
                float[] red,
                float[] green,
                float[] blue,
                float[] alpha) {
            float[] material = batch.groups[PbrUniforms.MATERIAL].uniforms().data();
            var group = batch.groups[PbrUniforms.MATERIAL];
            var texture = group.textures().get(binding);
            var sampler = group.samplers().get(binding);
            int at = PbrUniforms.TEXTURES + role * PbrUniforms.TEXTURE_STRIDE;
            if (last != NONE && liesAlike(material, last, at)) {
                sampling.again(texture, sampler, red, green, blue, alpha, batch);
                return role;
            }
            int set = 2 * (int) material[at + 7];
            float[] u = batch.varying[set];
            float[] v = batch.varying[set + 1];
            float[] dudx = batch.ddx[set];
            float[] dvdx = batch.ddx[set + 1];
            float[] dudy = batch.ddy[set];
            float[] dvdy = batch.ddy[set + 1];
            if (material[at + 6] != 0) {
                float[][] s = batch.scratch;
                map(material, at, batch.count, u, v, 1, s[U], s[V]);
                map(material, at, batch.count, dudx, dvdx, 0, s[GRADIENTS], s[GRADIENTS + 1]);
                map(material, at, batch.count, dudy, dvdy, 0, s[GRADIENTS + 2], s[GRADIENTS + 3]);
                u = s[U];
                v = s[V];
                dudx = s[GRADIENTS];
                dvdx = s[GRADIENTS + 1];
                dudy = s[GRADIENTS + 2];
                dvdy = s[GRADIENTS + 3];
            }
            sampling.sample(
                    texture,
                    sampler,
                    batch.count,
                    u,
                    v,
                    dudx,
                    dvdx,
                    dudy,
                    dvdy,
                    red,
                    green,
                    blue,
                    alpha,
                    batch);
            return role;
        }

        /** Whether a texture lies on the surface as that of another role does. */
        private static boolean liesAlike(float[] material, int role, int at) {
            int other = PbrUniforms.TEXTURES + role * PbrUniforms.TEXTURE_STRIDE;
            boolean alike = material[other + 7] == material[at + 7];
            if (material[other + 6] != 0 || material[at + 6] != 0) {
                for (int i = 0; i < 7; i++) {
                    alike &= material[other + i] == material[at + i];
                }
            }
            return alike;
        }

        /** KHR_texture_transform; a plain loop, which the compiler vectorises. */
        private static void map(
                float[] material,
                int at,
                int count,
                float[] u,
                float[] v,
                float offset,
                float[] toU,
                float[] toV) {
            float uu = material[at];
            float uv = material[at + 1];
            float u0 = material[at + 2] * offset;
            float vu = material[at + 3];
            float vv = material[at + 4];
            float v0 = material[at + 5] * offset;
            for (int i = 0; i < count; i++) {
                toU[i] = u[i] * uu + v[i] * uv + u0;
                toV[i] = u[i] * vu + v[i] * vv + v0;
            }
        }
    }
}

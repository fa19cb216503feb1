package dev.azulejo.scene.gltf;

import dev.azulejo.core.math.SrgbCurve;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.Image;
import dev.azulejo.scene.model.SamplerSpec;

import java.util.Arrays;

/**
 * Finds the metallic-roughness images that look like those of diffuse and specular colours
 * (KHR_materials_pbrSpecularGlossiness). Where the specular colour is the same all over, there is
 * nothing to find: a material that is no metal, and mirrors that colour, is alike.
 *
 * <p>Of a surface of metalness m and base colour b the part d = b (1 - m) (1 - 0.04) is scattered
 * and the part s = 0.04 (1 - m) + b m is mirrored; the other model states the two by themselves, d
 * being what is left of the diffuse colour when the strongest channel of s is taken away. Without b
 * this is the quadratic 0.04 m² + (d / 0.96 + s - 0.08) m + 0.04 - s = 0, solved for perceived
 * brightnesses √(0.299 r² + 0.587 g² + 0.114 b²); where s is below 0.04, m is 0. Solved for b there
 * are two colours, one of d, which is bad near m = 1, and one of s, which is bad near 0; they are
 * mixed by m². Roughness is what glossiness lacks to 1.
 *
 * <p>Source: the conversion that Khronos published beside the extension
 * (glTF/extensions/1.0/Vendor/KHR_materials_pbrSpecularGlossiness/examples/convert-between-workflows).
 *
 * <p>Coloured metals whose diffuse colour is not black, and mirrors that are not metals, have no
 * twin in the other model: they come out near, not alike.
 *
 * @param diffuse linear RGB, multiplies the diffuse image
 * @param specular linear RGB, multiplies the image's specular colour
 * @param glossiness multiplies the image's, 0..1
 */
record SpecularGlossiness(Vec3 diffuse, Vec3 specular, float glossiness) {
    /** What a dielectric mirrors at normal incidence. */
    private static final float DIELECTRIC = 0.04f;

    private static final float LITTLE = 1e-6f;

    /** Linear light of each code. */
    private static final float[] LINEAR = new float[256];

    static {
        for (int code = 0; code < 256; code++) {
            LINEAR[code] = (float) SrgbCurve.decode(code / 255.0);
        }
    }

    /** Images that metallic-roughness materials have. */
    record Maps(Image baseColor, Image metallicRoughness) {}

    /** Writes base colour and metalness of two colours. */
    private static void convert(float[] diffuse, float[] specular, float[] found) {
        float kept = 1 - Math.max(specular[0], Math.max(specular[1], specular[2]));
        float metallic = metallic(brightness(diffuse), brightness(specular), kept);
        float scattered = kept / (1 - DIELECTRIC) / Math.max(1 - metallic, LITTLE);
        float mirrored = 1 / Math.max(metallic, LITTLE);
        float mix = metallic * metallic;
        for (int c = 0; c < 3; c++) {
            float ofDiffuse = diffuse[c] * scattered;
            float ofSpecular = (specular[c] - DIELECTRIC * (1 - metallic)) * mirrored;
            found[c] = Math.clamp(ofDiffuse + mix * (ofSpecular - ofDiffuse), 0f, 1f);
        }
        found[3] = metallic;
    }

    private static float brightness(float[] color) {
        return (float)
                Math.sqrt(
                        0.299f * color[0] * color[0]
                                + 0.587f * color[1] * color[1]
                                + 0.114f * color[2] * color[2]);
    }

    private static float metallic(float diffuse, float specular, float kept) {
        if (specular < DIELECTRIC) {
            return 0;
        }
        float b = diffuse * kept / (1 - DIELECTRIC) + specular - 2 * DIELECTRIC;
        float c = DIELECTRIC - specular;
        float root = (float) Math.sqrt(Math.max(0, b * b - 4 * DIELECTRIC * c));
        return Math.clamp((root - b) / (2 * DIELECTRIC), 0f, 1f);
    }

    /**
     * Makes the two images of metallic-roughness. Each is as wide as the wider of those it is made
     * of, and as high as the higher; what is smaller is interpolated in linear light.
     *
     * @param diffuseImage RGB in sRGB, alpha kept; null for white
     * @param specularImage RGB in sRGB, glossiness in alpha; null for white
     * @param together whether the images lie alike on the surface; otherwise each meets the mean of
     *     the other
     * @param sampler says where images begin again
     * @param goOn called after each row; ends it by an exception
     */
    Maps maps(
            Image diffuseImage,
            Image specularImage,
            boolean together,
            SamplerSpec sampler,
            Runnable goOn) {
        var diffuses = new Texels(diffuseImage, sampler);
        var speculars = new Texels(specularImage, sampler);
        if (together) {
            int width = Math.max(diffuses.width, speculars.width);
            int height = Math.max(diffuses.height, speculars.height);
            var color = new Target(width, height);
            var rest = new Target(width, height);
            convert(diffuses, speculars, color, rest, goOn);
            return new Maps(color.image(), rest.image());
        }
        var color = new Target(diffuses.width, diffuses.height);
        convert(diffuses, speculars.mean(goOn), color, null, goOn);
        var rest = new Target(speculars.width, speculars.height);
        convert(diffuses.mean(goOn), speculars, null, rest, goOn);
        return new Maps(color.image(), rest.image());
    }

    /** What is written: texels, row after row. */
    private static final class Target {
        final int width;
        final int height;
        private final int[] texels;
        private int all = -1;
        private int at;

        Target(int width, int height) {
            this.width = width;
            this.height = height;
            texels = new int[width * height];
        }

        void write(int red, int green, int blue, int alpha) {
            all &= alpha;
            texels[at++] = red | green << 8 | blue << 16 | alpha << 24;
        }

        Image image() {
            return new Image("", width, height, texels, all == 255);
        }
    }

    /** Converts all texels; of the targets, which are equally large, one may be null. */
    private void convert(
            Texels diffuses, Texels speculars, Target color, Target rest, Runnable goOn) {
        int width = color == null ? rest.width : color.width;
        int height = color == null ? rest.height : color.height;
        float[] d = new float[4];
        float[] s = new float[4];
        float[] found = new float[4];
        for (int y = 0; y < height; y++) {
            goOn.run();
            for (int x = 0; x < width; x++) {
                diffuses.read(x, y, width, height, d);
                speculars.read(x, y, width, height, s);
                scale(d, diffuse);
                scale(s, specular);
                convert(d, s, found);
                if (color != null) {
                    color.write(code(found[0]), code(found[1]), code(found[2]), share(d[3]));
                }
                if (rest != null) {
                    rest.write(255, share(1 - s[3] * glossiness), share(found[3]), 255);
                }
            }
        }
    }

    private static int share(float value) {
        return (int) (value * 255 + 0.5f);
    }

    private static void scale(float[] color, Vec3 factor) {
        color[0] *= factor.x();
        color[1] *= factor.y();
        color[2] *= factor.z();
    }

    /** Returns the code of linear light: that which decodes nearest. */
    private static int code(float linear) {
        int low = 0;
        int high = 255;
        while (high - low > 1) {
            int middle = low + high >>> 1;
            if (LINEAR[middle] <= linear) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return linear - LINEAR[low] < LINEAR[high] - linear ? low : high;
    }

    /** An image that is read at another's size. */
    private static final class Texels {
        final int width;
        final int height;
        private final int[] texels;
        private final float[] constant;
        private final boolean repeatsX;
        private final boolean repeatsY;

        Texels(Image image, SamplerSpec sampler) {
            width = image == null ? 1 : image.width();
            height = image == null ? 1 : image.height();
            texels = image == null ? new int[] {-1} : image.texels();
            constant = null;
            repeatsX = sampler.wrapS() == SamplerSpec.Wrap.REPEAT;
            repeatsY = sampler.wrapT() == SamplerSpec.Wrap.REPEAT;
        }

        private Texels(float[] constant) {
            width = 1;
            height = 1;
            texels = new int[] {-1};
            this.constant = constant;
            repeatsX = false;
            repeatsY = false;
        }

        Texels mean(Runnable goOn) {
            double[] sums = new double[4];
            float[] one = new float[4];
            for (int y = 0; y < height; y++) {
                goOn.run();
                for (int x = 0; x < width; x++) {
                    read(x, y, width, height, one);
                    for (int c = 0; c < 4; c++) {
                        sums[c] += one[c];
                    }
                }
            }
            float[] mean = new float[4];
            for (int c = 0; c < 4; c++) {
                mean[c] = (float) (sums[c] / ((double) width * height));
            }
            return new Texels(mean);
        }

        /** Reads a texel as if there were so many: linear RGB and alpha. */
        void read(int x, int y, int columns, int rows, float[] into) {
            if (constant != null) {
                System.arraycopy(constant, 0, into, 0, 4);
            } else if (columns == width && rows == height) {
                Arrays.fill(into, 0);
                add(x, y, 1, into);
            } else {
                float u = (x + 0.5f) * width / columns - 0.5f;
                float v = (y + 0.5f) * height / rows - 0.5f;
                int left = (int) Math.floor(u);
                int top = (int) Math.floor(v);
                float right = u - left;
                float below = v - top;
                Arrays.fill(into, 0);
                add(left, top, (1 - right) * (1 - below), into);
                add(left + 1, top, right * (1 - below), into);
                add(left, top + 1, (1 - right) * below, into);
                add(left + 1, top + 1, right * below, into);
            }
        }

        private void add(int x, int y, float weight, float[] into) {
            int column = inside(x, width, repeatsX);
            int texel = texels[inside(y, height, repeatsY) * width + column];
            into[0] += weight * LINEAR[texel & 255];
            into[1] += weight * LINEAR[texel >>> 8 & 255];
            into[2] += weight * LINEAR[texel >>> 16 & 255];
            into[3] += weight * ((texel >>> 24) / 255f);
        }

        private static int inside(int i, int size, boolean repeats) {
            return repeats ? Math.floorMod(i, size) : Math.clamp(i, 0, size - 1);
        }
    }
}

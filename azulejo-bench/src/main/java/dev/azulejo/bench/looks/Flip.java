package dev.azulejo.bench.looks;

import dev.azulejo.core.math.SrgbCurve;

/**
 * How different two pictures look to somebody who flips between them, pixel by pixel: 0 for no
 * difference, 1 for the largest.
 *
 * <p>Source: Andersson, Nilsson, Akenine-Möller, Oskarsson, Åström, Fairchild: "FLIP: A Difference
 * Evaluator for Alternating Images", Proceedings of the ACM on Computer Graphics and Interactive
 * Techniques 3 (2), 2020: the version for pictures of low dynamic range, with its constants, at 67
 * pixels a degree. Both pictures are blurred by how sharply one sees brightness and colours and
 * compared in a uniform colour space; edges and points that only one of them has count more.
 *
 * <p>Threads: any.
 */
final class Flip {
    /** A screen of 3840 pixels in 0.7 m, seen from 0.7 m. */
    private static final double PIXELS_PER_DEGREE = 0.7 * 3840 / 0.7 * Math.PI / 180;

    private static final double COLOR_POWER = 0.7;
    private static final double COLOR_KNEE = 0.4;
    private static final double COLOR_KNEE_VALUE = 0.95;
    private static final double FEATURE_POWER = 0.5;
    private static final double FEATURE_DEGREES = 0.082;

    /** Of brightness, red against green, blue against yellow: two weighted Gaussians each. */
    private static final double[][] SENSITIVITY = {
        {1, 0.0047, 0, 1e-5}, {1, 0.0053, 0, 1e-5}, {34.1, 0.04, 13.5, 0.025}
    };

    private static final double[][] XYZ_FROM_RGB = {
        {10135552.0 / 24577794, 8788810.0 / 24577794, 4435075.0 / 24577794},
        {2613072.0 / 12288897, 8788810.0 / 12288897, 887015.0 / 12288897},
        {1425312.0 / 73733382, 8788810.0 / 73733382, 70074185.0 / 73733382}
    };

    private static final double[][] RGB_FROM_XYZ = inverse(XYZ_FROM_RGB);

    /** Of the white (1, 1, 1). */
    private static final double[] WHITE = apply(XYZ_FROM_RGB, 1, 1, 1);

    /** Between green and blue, after the power: no two colours are further apart. */
    private static final double MOST = Math.pow(apart(lab(0, 1, 0), lab(0, 0, 1)), COLOR_POWER);

    private final int width;
    private final int height;

    private Flip(int width, int height) {
        this.width = width;
        this.height = height;
    }

    /**
     * Compares two pictures.
     *
     * @param reference one int a pixel, sRGB, red in bits 0..7, green 8..15, blue 16..23; row-major
     * @param test likewise, of the same size
     * @param width pixels
     * @return a number from 0 to 1 for each pixel
     */
    static float[] compare(int[] reference, int[] test, int width) {
        if (reference.length != test.length || reference.length % width != 0) {
            throw new IllegalArgumentException(
                    "pictures of %d and %d pixels, %d in a row"
                            .formatted(reference.length, test.length, width));
        }
        return new Flip(width, reference.length / width).compare(reference, test);
    }

    /** L*, a*, b* of what is seen of a picture, as {@link #compare} takes them. */
    static double[][] seen(int[] pixels, int width) {
        return new Flip(width, pixels.length / width).seen(opponents(pixels));
    }

    /** How much of an edge, and of a point, there is in a picture, in brightnesses from 0 to 1. */
    static double[][] features(int[] pixels, int width) {
        return new Flip(width, pixels.length / width).features(opponents(pixels)[0]);
    }

    private float[] compare(int[] reference, int[] test) {
        double[][] first = opponents(reference);
        double[][] second = opponents(test);
        double[][] firstColors = seen(first);
        double[][] secondColors = seen(second);
        double[][] firstFeatures = features(first[0]);
        double[][] secondFeatures = features(second[0]);
        float[] result = new float[width * height];
        for (int i = 0; i < result.length; i++) {
            double color = color(firstColors, secondColors, i);
            double feature = 0;
            for (int k = 0; k < 2; k++) {
                feature = Math.max(feature, Math.abs(firstFeatures[k][i] - secondFeatures[k][i]));
            }
            result[i] =
                    (float) Math.pow(color, 1 - Math.pow(feature / Math.sqrt(2), FEATURE_POWER));
        }
        return result;
    }

    private static double color(double[][] a, double[][] b, int i) {
        double[] one = {a[0][i], a[1][i], a[2][i]};
        double[] other = {b[0][i], b[1][i], b[2][i]};
        double d = Math.pow(apart(one, other), COLOR_POWER);
        double knee = COLOR_KNEE * MOST;
        return d < knee
                ? COLOR_KNEE_VALUE / knee * d
                : COLOR_KNEE_VALUE + (d - knee) / (MOST - knee) * (1 - COLOR_KNEE_VALUE);
    }

    /** Brightness, red against green, blue against yellow (YCxCz). */
    private static double[][] opponents(int[] pixels) {
        double[][] result = new double[3][pixels.length];
        for (int i = 0; i < pixels.length; i++) {
            double[] xyz =
                    apply(
                            XYZ_FROM_RGB,
                            SrgbCurve.decode((pixels[i] & 255) / 255.0),
                            SrgbCurve.decode((pixels[i] >> 8 & 255) / 255.0),
                            SrgbCurve.decode((pixels[i] >> 16 & 255) / 255.0));
            double x = xyz[0] / WHITE[0];
            double y = xyz[1] / WHITE[1];
            double z = xyz[2] / WHITE[2];
            result[0][i] = 116 * y - 16;
            result[1][i] = 500 * (x - y);
            result[2][i] = 200 * (y - z);
        }
        return result;
    }

    /** What is seen of a picture, as L*, a*, b* with colours that fade where it is dark. */
    private double[][] seen(double[][] opponents) {
        double widest = 0.04;
        int radius =
                (int)
                        Math.ceil(
                                3
                                        * Math.sqrt(widest / (2 * Math.PI * Math.PI))
                                        * PIXELS_PER_DEGREE);
        double[][] blurred = new double[3][];
        for (int c = 0; c < 3; c++) {
            double[] s = SENSITIVITY[c];
            double[] kernel = new double[(2 * radius + 1) * (2 * radius + 1)];
            double sum = 0;
            int at = 0;
            for (int y = -radius; y <= radius; y++) {
                for (int x = -radius; x <= radius; x++) {
                    double d = (x * x + y * y) / (PIXELS_PER_DEGREE * PIXELS_PER_DEGREE);
                    kernel[at] = gaussian(s[0], s[1], d) + gaussian(s[2], s[3], d);
                    sum += kernel[at++];
                }
            }
            for (int i = 0; i < kernel.length; i++) {
                kernel[i] /= sum;
            }
            blurred[c] = convolve(opponents[c], kernel, radius);
        }
        for (int i = 0; i < blurred[0].length; i++) {
            double y = (blurred[0][i] + 16) / 116;
            double x = y + blurred[1][i] / 500;
            double z = y - blurred[2][i] / 200;
            double[] rgb = apply(RGB_FROM_XYZ, x * WHITE[0], y * WHITE[1], z * WHITE[2]);
            double[] lab = lab(clamp(rgb[0]), clamp(rgb[1]), clamp(rgb[2]));
            for (int c = 0; c < 3; c++) {
                blurred[c][i] = lab[c];
            }
        }
        return blurred;
    }

    /** The transform of a Gaussian of frequencies, squared distance in degrees. */
    private static double gaussian(double weight, double b, double squared) {
        return weight * Math.sqrt(Math.PI / b) * Math.exp(-Math.PI * Math.PI * squared / b);
    }

    /** How much of an edge, and of a point, there is. */
    private double[][] features(double[] brightness) {
        double deviation = 0.5 * FEATURE_DEGREES * PIXELS_PER_DEGREE;
        int radius = (int) Math.ceil(3 * deviation);
        int side = 2 * radius + 1;
        double[] normalized = new double[brightness.length];
        for (int i = 0; i < normalized.length; i++) {
            normalized[i] = (brightness[i] + 16) / 116;
        }
        double[][] result = new double[2][];
        for (int kind = 0; kind < 2; kind++) {
            double[] across = new double[side * side];
            double[] down = new double[side * side];
            double positive = 0;
            double negative = 0;
            for (int y = -radius; y <= radius; y++) {
                for (int x = -radius; x <= radius; x++) {
                    double g = Math.exp(-(x * x + y * y) / (2 * deviation * deviation));
                    double w = kind == 0 ? -x * g : (x * x / (deviation * deviation) - 1) * g;
                    across[(y + radius) * side + x + radius] = w;
                    positive += Math.max(w, 0);
                    negative -= Math.min(w, 0);
                }
            }
            for (int i = 0; i < across.length; i++) {
                across[i] /= across[i] > 0 ? positive : negative;
                down[i % side * side + i / side] = across[i];
            }
            double[] dx = convolve(normalized, across, radius);
            double[] dy = convolve(normalized, down, radius);
            for (int i = 0; i < dx.length; i++) {
                dx[i] = Math.hypot(dx[i], dy[i]);
            }
            result[kind] = dx;
        }
        return result;
    }

    /** Beyond the picture its outermost pixels go on. */
    private double[] convolve(double[] values, double[] kernel, int radius) {
        int side = 2 * radius + 1;
        double[] result = new double[values.length];
        int[] columns = new int[width + 2 * radius];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = Math.clamp(i - radius, 0, width - 1);
        }
        for (int y = 0; y < height; y++) {
            for (int ky = 0; ky < side; ky++) {
                int row = Math.clamp(y + ky - radius, 0, height - 1) * width;
                for (int kx = 0; kx < side; kx++) {
                    double weight = kernel[ky * side + kx];
                    for (int x = 0; x < width; x++) {
                        result[y * width + x] += weight * values[row + columns[x + kx]];
                    }
                }
            }
        }
        return result;
    }

    private static double apart(double[] a, double[] b) {
        return Math.abs(a[0] - b[0]) + Math.hypot(a[1] - b[1], a[2] - b[2]);
    }

    /** CIE L*, and a* and b* that are the smaller the darker (after Hunt). */
    private static double[] lab(double red, double green, double blue) {
        double[] xyz = apply(XYZ_FROM_RGB, red, green, blue);
        double x = bend(xyz[0] / WHITE[0]);
        double y = bend(xyz[1] / WHITE[1]);
        double z = bend(xyz[2] / WHITE[2]);
        double light = 116 * y - 16;
        return new double[] {light, 0.01 * light * 500 * (x - y), 0.01 * light * 200 * (y - z)};
    }

    private static double bend(double t) {
        double delta = 6.0 / 29;
        return t > delta * delta * delta ? Math.cbrt(t) : t / (3 * delta * delta) + 4.0 / 29;
    }

    private static double clamp(double value) {
        return Math.clamp(value, 0, 1);
    }

    private static double[] apply(double[][] m, double x, double y, double z) {
        double[] result = new double[3];
        for (int i = 0; i < 3; i++) {
            result[i] = m[i][0] * x + m[i][1] * y + m[i][2] * z;
        }
        return result;
    }

    private static double[][] inverse(double[][] m) {
        double[][] result = new double[3][3];
        double determinant = 0;
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                int a = (j + 1) % 3;
                int b = (j + 2) % 3;
                int c = (i + 1) % 3;
                int d = (i + 2) % 3;
                result[i][j] = m[a][c] * m[b][d] - m[a][d] * m[b][c];
            }
            determinant += m[0][i] * result[i][0];
        }
        for (double[] row : result) {
            for (int j = 0; j < 3; j++) {
                row[j] /= determinant;
            }
        }
        return result;
    }
}

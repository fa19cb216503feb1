package dev.azulejo.bench.looks;

import com.fasterxml.jackson.databind.ObjectMapper;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import javax.imageio.ImageIO;

/**
 * Charts of materials, each a glTF file of its own: rows and columns of spheres, or of squares, of
 * which one property changes from column to column and another from row to row.
 */
final class Charts {
    private static final int COLUMNS = 6;
    private static final int SLICES = 48;
    private static final int STACKS = 24;

    private final ByteArrayOutputStream data = new ByteArrayOutputStream();
    private final List<Map<String, Object>> views = new ArrayList<>();
    private final List<Map<String, Object>> accessors = new ArrayList<>();
    private final List<Map<String, Object>> meshes = new ArrayList<>();
    private final List<Map<String, Object>> materials = new ArrayList<>();
    private final List<Map<String, Object>> nodes = new ArrayList<>();
    private final List<Map<String, Object>> images = new ArrayList<>();
    private final List<Map<String, Object>> samplers = new ArrayList<>();
    private final List<Map<String, Object>> textures = new ArrayList<>();

    /** Geometry, without material; a mesh is made of one for each place it stands at. */
    private final List<Map<String, Object>> primitives = new ArrayList<>();

    private Charts() {}

    /** Writes all charts into a folder; returns the files. */
    static List<Path> write(Path folder) throws IOException {
        Files.createDirectories(folder);
        var files = new ArrayList<Path>();
        files.add(metals().save(folder.resolve("chart-metal-roughness.gltf")));
        files.add(coats().save(folder.resolve("chart-clearcoat.gltf")));
        files.add(sheens().save(folder.resolve("chart-sheen.gltf")));
        files.add(speculars().save(folder.resolve("chart-specular-ior.gltf")));
        files.add(brushed().save(folder.resolve("chart-anisotropy.gltf")));
        files.add(films().save(folder.resolve("chart-iridescence.gltf")));
        files.add(glasses().save(folder.resolve("chart-transmission.gltf")));
        files.add(prisms().save(folder.resolve("chart-dispersion.gltf")));
        files.add(alphas().save(folder.resolve("chart-alpha.gltf")));
        files.add(normals().save(folder.resolve("chart-normal-maps.gltf")));
        files.add(wraps().save(folder.resolve("chart-textures.gltf")));
        files.add(lights().save(folder.resolve("chart-emissive-unlit.gltf")));
        files.add(wires().save(folder.resolve("chart-lines-points.gltf")));
        return files;
    }

    private static Charts metals() {
        var chart = new Charts();
        int sphere = chart.sphere(false);
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < COLUMNS; column++) {
                var material = material(row / 2.0, column / (COLUMNS - 1.0), 0.9, 0.6, 0.3);
                chart.place(sphere, material, column, row);
            }
        }
        return chart;
    }

    private static Charts coats() {
        var chart = new Charts();
        int sphere = chart.sphere(false);
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < COLUMNS; column++) {
                var material = material(row == 2 ? 1 : 0, 0.7, 0.5, 0.05, 0.05);
                extend(
                        material,
                        "KHR_materials_clearcoat",
                        Map.of(
                                "clearcoatFactor",
                                row == 0 ? 0.5 : 1.0,
                                "clearcoatRoughnessFactor",
                                column / (COLUMNS - 1.0)));
                chart.place(sphere, material, column, row);
            }
        }
        return chart;
    }

    private static Charts sheens() {
        var chart = new Charts();
        int sphere = chart.sphere(false);
        double[][] colors = {{1, 1, 1}, {1, 0.2, 0.1}, {0.1, 0.3, 1}};
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < COLUMNS; column++) {
                var material = material(0, 0.9, 0.1, 0.1, 0.15);
                extend(
                        material,
                        "KHR_materials_sheen",
                        Map.of(
                                "sheenColorFactor",
                                colors[row],
                                "sheenRoughnessFactor",
                                0.15 + 0.85 * column / (COLUMNS - 1.0)));
                chart.place(sphere, material, column, row);
            }
        }
        return chart;
    }

    private static Charts speculars() {
        var chart = new Charts();
        int sphere = chart.sphere(false);
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < COLUMNS; column++) {
                var material = material(0, 0.25, 0.1, 0.15, 0.2);
                double part = column / (COLUMNS - 1.0);
                if (row == 0) {
                    extend(material, "KHR_materials_specular", Map.of("specularFactor", part));
                } else if (row == 1) {
                    extend(
                            material,
                            "KHR_materials_specular",
                            Map.of("specularColorFactor", new double[] {1, 1 - part, 1 - part}));
                } else {
                    extend(material, "KHR_materials_ior", Map.of("ior", 1.1 + 1.2 * part));
                }
                chart.place(sphere, material, column, row);
            }
        }
        return chart;
    }

    private static Charts brushed() {
        var chart = new Charts();
        int sphere = chart.sphere(true);
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < COLUMNS; column++) {
                var material = material(1, 0.4, 0.9, 0.9, 0.9);
                extend(
                        material,
                        "KHR_materials_anisotropy",
                        Map.of(
                                "anisotropyStrength",
                                column / (COLUMNS - 1.0),
                                "anisotropyRotation",
                                row * Math.PI / 4));
                chart.place(sphere, material, column, row);
            }
        }
        return chart;
    }

    private static Charts films() {
        var chart = new Charts();
        int sphere = chart.sphere(false);
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < COLUMNS; column++) {
                var material = material(row == 2 ? 0 : 1, 0.15, 0.5, 0.5, 0.5);
                extend(
                        material,
                        "KHR_materials_iridescence",
                        Map.of(
                                "iridescenceFactor",
                                1.0,
                                "iridescenceIor",
                                row == 1 ? 1.8 : 1.3,
                                "iridescenceThicknessMaximum",
                                150 + 130.0 * column));
                chart.place(sphere, material, column, row);
            }
        }
        return chart;
    }

    private static Charts glasses() {
        var chart = new Charts();
        int sphere = chart.sphere(false);
        chart.behind();
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < COLUMNS; column++) {
                var material = material(0, 0.7 * column / (COLUMNS - 1.0), 1, 1, 1);
                extend(material, "KHR_materials_transmission", Map.of("transmissionFactor", 1.0));
                if (row > 0) {
                    extend(material, "KHR_materials_ior", Map.of("ior", 1.3));
                    extend(
                            material,
                            "KHR_materials_volume",
                            Map.of(
                                    "thicknessFactor",
                                    0.8,
                                    "attenuationDistance",
                                    row == 1 ? 1e3 : 0.6,
                                    "attenuationColor",
                                    new double[] {0.3, 0.8, 0.5}));
                }
                chart.place(sphere, material, column, row);
            }
        }
        return chart;
    }

    /** Each column disperses more, and each row bends light more. */
    private static Charts prisms() {
        var chart = new Charts();
        int sphere = chart.sphere(false);
        chart.behind();
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < COLUMNS; column++) {
                var material = material(0, 0, 1, 1, 1);
                extend(material, "KHR_materials_transmission", Map.of("transmissionFactor", 1.0));
                extend(material, "KHR_materials_ior", Map.of("ior", 1.2 + 0.25 * row));
                extend(material, "KHR_materials_volume", Map.of("thicknessFactor", 0.8));
                extend(
                        material,
                        "KHR_materials_dispersion",
                        Map.of("dispersion", 4.0 * column / (COLUMNS - 1)));
                chart.place(sphere, material, column, row);
            }
        }
        return chart;
    }

    /** What is seen through glass. */
    private void behind() {
        var behind = material(0, 1, 1, 1, 1);
        texture(behind, "baseColorTexture", texture(checker(), 9729, 9987, 10497, 10497));
        place(square(false, 1), behind, 2.5, 1, -2.2, new double[] {4.2, 2.4, 1});
    }

    /** Stars of separate lines, closed curves and points; flat ones, and some that bulge. */
    private static Charts wires() {
        var chart = new Charts();
        int[][] shapes = {
            {chart.star(9), chart.star(24)},
            {chart.curve(3, 5), chart.curve(2, 7)},
            {chart.dots(8), chart.dots(16)}
        };
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < COLUMNS; column++) {
                double part = column / (COLUMNS - 1.0);
                var material = material(0, 1, 0.9 * part, 0.1 + 0.2 * row, 0.9 - 0.9 * part);
                chart.place(shapes[row][column % 2], material, column, row);
            }
        }
        return chart;
    }

    private static Charts alphas() {
        var chart = new Charts();
        int square = chart.square(false, 1);
        int image = chart.texture(fade(), 9729, 9987, 33071, 33071);
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < COLUMNS; column++) {
                var material = material(0, 0.8, 0.9, 0.4, 0.2);
                if (row == 0) {
                    pbr(material)
                            .put(
                                    "baseColorFactor",
                                    new double[] {0.9, 0.4, 0.2, column / (COLUMNS - 1.0)});
                    material.put("alphaMode", "BLEND");
                } else {
                    texture(material, "baseColorTexture", image);
                    material.put("alphaMode", row == 1 ? "MASK" : "BLEND");
                    if (row == 1) {
                        material.put("alphaCutoff", 0.1 + 0.16 * column);
                    }
                }
                material.put("doubleSided", column % 2 == 0);
                chart.place(square, material, column, row);
            }
        }
        return chart;
    }

    private static Charts normals() {
        var chart = new Charts();
        int given = chart.sphere(true);
        int made = chart.sphere(false);
        int image = chart.texture(bumps(), 9729, 9987, 10497, 10497);
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < COLUMNS; column++) {
                var material = material(0.8, 0.4, 0.7, 0.7, 0.75);
                material.put("normalTexture", Map.of("index", image, "scale", 0.2 + 0.25 * column));
                double[] size = {-1, 1, 1};
                chart.place(
                        row == 1 ? made : given, material, column, row, 0, row == 2 ? size : null);
            }
        }
        return chart;
    }

    private static Charts wraps() {
        var chart = new Charts();
        int square = chart.square(false, 1.6);
        int[] modes = {10497, 33071, 33648};
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < COLUMNS; column++) {
                var material = material(0, 1, 1, 1, 1);
                int mag = column % 2 == 0 ? 9729 : 9728;
                int index =
                        chart.texture(
                                arrow(),
                                mag,
                                column % 2 == 0 ? 9987 : 9728,
                                modes[row],
                                modes[(row + column / 2) % 3]);
                var reference = new LinkedHashMap<String, Object>(Map.of("index", index));
                if (column >= 4) {
                    reference.put(
                            "extensions",
                            Map.of(
                                    "KHR_texture_transform",
                                    Map.of(
                                            "offset",
                                            new double[] {0.25, 0.1},
                                            "rotation",
                                            0.5,
                                            "scale",
                                            new double[] {1.5, 0.75})));
                }
                pbr(material).put("baseColorTexture", reference);
                chart.place(square, material, column, row);
            }
        }
        return chart;
    }

    private static Charts lights() {
        var chart = new Charts();
        int sphere = chart.sphere(false);
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < COLUMNS; column++) {
                double part = column / (COLUMNS - 1.0);
                var material = material(0, 0.6, row == 2 ? part : 0.1, row == 2 ? 0.5 : 0.1, 0.1);
                if (row == 2) {
                    extend(material, "KHR_materials_unlit", Map.of());
                } else {
                    material.put("emissiveFactor", new double[] {0.2 + 0.8 * part, 0.4, 0.1});
                    extend(
                            material,
                            "KHR_materials_emissive_strength",
                            Map.of("emissiveStrength", row == 0 ? 1.0 : 1 + 2.0 * column));
                }
                chart.place(sphere, material, column, row);
            }
        }
        return chart;
    }

    private static Map<String, Object> material(
            double metallic, double roughness, double red, double green, double blue) {
        var pbr = new LinkedHashMap<String, Object>();
        pbr.put("baseColorFactor", new double[] {red, green, blue, 1});
        pbr.put("metallicFactor", metallic);
        pbr.put("roughnessFactor", roughness);
        var material = new LinkedHashMap<String, Object>();
        material.put("pbrMetallicRoughness", pbr);
        return material;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> pbr(Map<String, Object> material) {
        return (Map<String, Object>) material.get("pbrMetallicRoughness");
    }

    private static void texture(Map<String, Object> material, String slot, int index) {
        pbr(material).put(slot, Map.of("index", index));
    }

    @SuppressWarnings("unchecked")
    private static void extend(
            Map<String, Object> material, String name, Map<String, Object> value) {
        ((Map<String, Object>)
                        material.computeIfAbsent(
                                "extensions", key -> new LinkedHashMap<String, Object>()))
                .put(name, value);
    }

    private void place(int mesh, Map<String, Object> material, double column, double row) {
        place(mesh, material, column, row, 0, null);
    }

    private void place(
            int mesh,
            Map<String, Object> material,
            double column,
            double row,
            double z,
            double[] scale) {
        materials.add(material);
        var primitive = new LinkedHashMap<String, Object>(primitives.get(mesh));
        primitive.put("material", materials.size() - 1);
        meshes.add(Map.of("primitives", List.of(primitive)));
        var node = new LinkedHashMap<String, Object>();
        node.put("mesh", meshes.size() - 1);
        node.put("translation", new double[] {1.15 * column, -1.15 * row, z});
        if (scale != null) {
            node.put("scale", scale);
        }
        nodes.add(node);
    }

    /** Of radius a half, u around it, v from its top to its bottom. */
    private int sphere(boolean tangents) {
        int count = (SLICES + 1) * (STACKS + 1);
        float[] position = new float[3 * count];
        float[] normal = new float[3 * count];
        float[] coordinate = new float[2 * count];
        float[] tangent = new float[4 * count];
        int v = 0;
        for (int j = 0; j <= STACKS; j++) {
            double down = Math.PI * j / STACKS;
            for (int i = 0; i <= SLICES; i++, v++) {
                double around = 2 * Math.PI * i / SLICES;
                double[] n = {
                    -Math.cos(around) * Math.sin(down),
                    Math.cos(down),
                    Math.sin(around) * Math.sin(down)
                };
                for (int c = 0; c < 3; c++) {
                    normal[3 * v + c] = (float) n[c];
                    position[3 * v + c] = (float) (n[c] / 2);
                }
                coordinate[2 * v] = (float) i / SLICES;
                coordinate[2 * v + 1] = (float) j / STACKS;
                tangent[4 * v] = (float) Math.sin(around);
                tangent[4 * v + 2] = (float) Math.cos(around);
                tangent[4 * v + 3] = 1;
            }
        }
        int[] index = new int[6 * SLICES * STACKS];
        int at = 0;
        for (int j = 0; j < STACKS; j++) {
            for (int i = 0; i < SLICES; i++) {
                int a = j * (SLICES + 1) + i;
                int b = a + SLICES + 1;
                for (int corner : new int[] {a, b, a + 1, b, b + 1, a + 1}) {
                    index[at++] = corner;
                }
            }
        }
        return mesh(position, normal, coordinate, tangents ? tangent : null, index);
    }

    private int square(boolean tangents, double repeats) {
        float r = (float) repeats;
        return mesh(
                new float[] {-0.5f, -0.5f, 0, 0.5f, -0.5f, 0, 0.5f, 0.5f, 0, -0.5f, 0.5f, 0},
                new float[] {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1},
                new float[] {0, r, r, r, r, 0, 0, 0},
                tangents ? new float[] {1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1} : null,
                new int[] {0, 1, 2, 0, 2, 3});
    }

    /** Lines through a middle, in all directions of a half sphere. */
    private int star(int count) {
        float[] position = new float[6 * count];
        for (int i = 0; i < count; i++) {
            double turn = Math.PI * i / count;
            double z = 0.25 * Math.sin(3 * turn);
            double[] end = {0.45 * Math.cos(turn), 0.45 * Math.sin(turn), z};
            for (int c = 0; c < 3; c++) {
                position[6 * i + c] = (float) end[c];
                position[6 * i + 3 + c] = (float) -end[c];
            }
        }
        return lines(position, 1);
    }

    /** A closed curve with so many turns across and so many down. */
    private int curve(int across, int down) {
        int count = 200;
        float[] position = new float[3 * count];
        for (int i = 0; i < count; i++) {
            double turn = 2 * Math.PI * i / count;
            position[3 * i] = (float) (0.45 * Math.sin(across * turn));
            position[3 * i + 1] = (float) (0.45 * Math.cos(down * turn));
            position[3 * i + 2] = (float) (0.2 * Math.cos(turn));
        }
        return lines(position, 2);
    }

    /** A square of so many points a side, which bulges. */
    private int dots(int side) {
        float[] position = new float[3 * side * side];
        for (int i = 0; i < side * side; i++) {
            double x = (i % side + 0.5) / side - 0.5;
            double y = (i / side + 0.5) / side - 0.5;
            position[3 * i] = (float) (0.9 * x);
            position[3 * i + 1] = (float) (0.9 * y);
            position[3 * i + 2] = (float) (0.5 - 2 * (x * x + y * y));
        }
        return lines(position, 0);
    }

    /** Geometry without normals; of points (0), separate lines (1) or a closed line (2). */
    private int lines(float[] position, int mode) {
        primitives.add(
                Map.of(
                        "attributes",
                        Map.of("POSITION", accessor(position, 3, true)),
                        "mode",
                        mode));
        return primitives.size() - 1;
    }

    private int mesh(
            float[] position, float[] normal, float[] coordinate, float[] tangent, int[] index) {
        var attributes = new LinkedHashMap<String, Object>();
        attributes.put("POSITION", accessor(position, 3, true));
        attributes.put("NORMAL", accessor(normal, 3, false));
        attributes.put("TEXCOORD_0", accessor(coordinate, 2, false));
        if (tangent != null) {
            attributes.put("TANGENT", accessor(tangent, 4, false));
        }
        var bytes = ByteBuffer.allocate(4 * index.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(index);
        accessors.add(
                Map.of(
                        "bufferView",
                        view(bytes.array()),
                        "componentType",
                        5125,
                        "count",
                        index.length,
                        "type",
                        "SCALAR"));
        primitives.add(Map.of("attributes", attributes, "indices", accessors.size() - 1));
        return primitives.size() - 1;
    }

    private int accessor(float[] values, int width, boolean bounded) {
        var bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(values);
        var accessor = new LinkedHashMap<String, Object>();
        accessor.put("bufferView", view(bytes.array()));
        accessor.put("componentType", 5126);
        accessor.put("count", values.length / width);
        accessor.put("type", width == 2 ? "VEC2" : width == 3 ? "VEC3" : "VEC4");
        if (bounded) {
            float[] least = values.clone();
            float[] most = values.clone();
            for (int i = width; i < values.length; i++) {
                least[i % width] = Math.min(least[i % width], values[i]);
                most[i % width] = Math.max(most[i % width], values[i]);
            }
            accessor.put("min", Arrays.copyOf(least, width));
            accessor.put("max", Arrays.copyOf(most, width));
        }
        accessors.add(accessor);
        return accessors.size() - 1;
    }

    private int view(byte[] bytes) {
        views.add(Map.of("buffer", 0, "byteOffset", data.size(), "byteLength", bytes.length));
        data.writeBytes(bytes);
        return views.size() - 1;
    }

    private int texture(BufferedImage image, int mag, int min, int s, int t) {
        var png = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, "png", png);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        images.add(Map.of("uri", "data:image/png;base64," + base64(png.toByteArray())));
        samplers.add(Map.of("magFilter", mag, "minFilter", min, "wrapS", s, "wrapT", t));
        textures.add(Map.of("source", images.size() - 1, "sampler", samplers.size() - 1));
        return textures.size() - 1;
    }

    private interface Pixel {
        int at(double x, double y);
    }

    private static BufferedImage image(int side, Pixel pixel) {
        var image = new BufferedImage(side, side, BufferedImage.TYPE_INT_ARGB);
        for (int y = 0; y < side; y++) {
            for (int x = 0; x < side; x++) {
                image.setRGB(x, y, pixel.at((x + 0.5) / side, (y + 0.5) / side));
            }
        }
        return image;
    }

    private static BufferedImage checker() {
        return image(
                128,
                (x, y) -> ((int) (16 * x) + (int) (16 * y)) % 2 == 0 ? 0xFFE0E0E0 : 0xFF305080);
    }

    private static BufferedImage fade() {
        return image(64, (x, y) -> (int) (255 * x) << 24 | 0xFFFFFF);
    }

    /** Not the same turned or mirrored. */
    private static BufferedImage arrow() {
        return image(
                16,
                (x, y) ->
                        x < 0.2 && y < 0.5 || y < 0.2 && x < 0.8 || x + y < 0.7
                                ? 0xFFD04020
                                : 0xFF000000 | (int) (255 * x) << 8 | (int) (255 * y));
    }

    /** Normals of rows of humps. */
    private static BufferedImage bumps() {
        return image(
                256,
                (x, y) -> {
                    double dx = -0.6 * Math.cos(16 * Math.PI * x) * Math.sin(8 * Math.PI * y);
                    double dy = -0.3 * Math.sin(16 * Math.PI * x) * Math.cos(8 * Math.PI * y);
                    double length = Math.sqrt(dx * dx + dy * dy + 1);
                    int red = (int) Math.round((dx / length + 1) * 127.5);
                    int green = (int) Math.round((-dy / length + 1) * 127.5);
                    int blue = (int) Math.round((1 / length + 1) * 127.5);
                    return 0xFF000000 | red << 16 | green << 8 | blue;
                });
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    /** Adds the names of all extensions in a part of the file. */
    private static void addExtensions(Object part, Set<String> names) {
        if (part instanceof List<?> list) {
            list.forEach(each -> addExtensions(each, names));
        } else if (part instanceof Map<?, ?> map) {
            if (map.get("extensions") instanceof Map<?, ?> extensions) {
                extensions.keySet().forEach(name -> names.add((String) name));
            }
            map.values().forEach(each -> addExtensions(each, names));
        }
    }

    private Path save(Path file) throws IOException {
        var gltf = new LinkedHashMap<String, Object>();
        gltf.put("asset", Map.of("version", "2.0"));
        gltf.put("scene", 0);
        var all = new ArrayList<Integer>();
        for (int i = 0; i < nodes.size(); i++) {
            all.add(i);
        }
        gltf.put("scenes", List.of(Map.of("nodes", all)));
        gltf.put("nodes", nodes);
        gltf.put("meshes", meshes);
        gltf.put("materials", materials);
        gltf.put("accessors", accessors);
        gltf.put("bufferViews", views);
        gltf.put(
                "buffers",
                List.of(
                        Map.of(
                                "byteLength",
                                data.size(),
                                "uri",
                                "data:application/octet-stream;base64,"
                                        + base64(data.toByteArray()))));
        if (!textures.isEmpty()) {
            gltf.put("images", images);
            gltf.put("samplers", samplers);
            gltf.put("textures", textures);
        }
        var used = new TreeSet<String>();
        addExtensions(materials, used);
        if (!used.isEmpty()) {
            gltf.put("extensionsUsed", used);
        }
        new ObjectMapper().writeValue(file.toFile(), gltf);
        return file;
    }
}

package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.scene.animation.Animator;
import dev.azulejo.scene.animation.Pose;
import dev.azulejo.scene.image.PngWriter;
import dev.azulejo.scene.model.Animation;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;

import javax.imageio.ImageIO;

/**
 * Damages a file that uses about everything, thousands of times: each is a scene or a {@link
 * SceneException}, soon, and in little memory. {@code -Dazulejo.fuzz=N} damages it N times.
 */
@Tag("alone")
class MutationFuzzTest {
    private static final int ROUNDS = Integer.getInteger("azulejo.fuzz", 4000);
    private static final String[] NUMBERS = {
        "-1",
        "0",
        "1",
        "2",
        "3",
        "255",
        "256",
        "65535",
        "2147483647",
        "2147483648",
        "4294967295",
        "4294967296",
        "9223372036854775807",
        "1e300",
        "-2147483648",
        "1.5",
        "1e999",
        "null",
        "true",
        "'x'",
        "[]",
        "{}"
    };

    @TempDir Path folder;

    private static GltfBuilder rich() {
        GltfBuilder b = new GltfBuilder();
        Random random = new Random(11);
        int count = 60;
        float[] positions = new float[3 * count];
        float[] normals = new float[3 * count];
        float[] uvs = new float[2 * count];
        for (int v = 0; v < count; v++) {
            positions[3 * v] = v % 8;
            positions[3 * v + 1] = v / 8;
            positions[3 * v + 2] = random.nextFloat();
            normals[3 * v + 2] = 1;
            uvs[2 * v] = v % 8;
            uvs[2 * v + 1] = random.nextFloat();
        }
        int[] triangles = new int[3 * 40];
        for (int i = 0; i < triangles.length; i++) {
            triangles[i] = random.nextInt(count);
        }
        int position = b.floats("VEC3", positions);
        int normal = b.floats("VEC3", normals);
        int uv = b.floats("VEC2", uvs);
        int indices = b.shorts(triangles);
        int places = b.view(GltfBuilder.bytes8(1, 5), "");
        int values = b.view(GltfBuilder.bytes(9, 9, 9, 8, 8, 8), "");
        int sparse =
                b.accessor(
                        "{'bufferView':0,'componentType':5126,'type':'VEC3','count':60,'sparse':{'count':2,'indices':{'bufferView':%d,'componentType':5121},'values':{'bufferView':%d}}}"
                                .formatted(places, values));
        byte[] elements = new byte[8 * count];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = (byte) (i % 8 / 2 == 2 ? i % 2 == 0 ? 255 : 1 : random.nextInt(3));
        }
        int octahedral =
                compressed(
                        b,
                        MeshoptEncoder.attributes(elements, 8),
                        8,
                        count,
                        "'mode':'ATTRIBUTES','filter':'OCTAHEDRAL'");
        int packed =
                compressed(
                        b,
                        MeshoptEncoder.triangles(triangles),
                        2,
                        triangles.length,
                        "'mode':'TRIANGLES'");
        int packedIndices =
                compressed(
                        b,
                        MeshoptEncoder.indices(triangles),
                        4,
                        triangles.length,
                        "'mode':'INDICES'");
        int octNormal =
                b.accessor(
                        "{'bufferView':%d,'componentType':5122,'normalized':true,'type':'VEC3','count':60}"
                                .formatted(octahedral));
        int packedAccessor =
                b.accessor(
                        "{'bufferView':%d,'componentType':5123,'type':'SCALAR','count':120}"
                                .formatted(packed));
        int packedAccessor2 =
                b.accessor(
                        "{'bufferView':%d,'componentType':5125,'type':'SCALAR','count':120}"
                                .formatted(packedIndices));
        int png = b.view(PngWriter.rgba(9, 7, random.ints(63).toArray()), "");
        int jpeg = b.view(jpeg(), "");
        b.set(
                "images",
                "[{'bufferView':%d,'mimeType':'image/png'},{'bufferView':%d,'mimeType':'image/jpeg'}]"
                        .formatted(png, jpeg));
        b.set("samplers", "[{'minFilter':9987,'wrapS':33071}]");
        b.set("textures", "[{'source':0,'sampler':0},{'source':1}]");
        b.set(
                "materials",
                """
                [{'pbrMetallicRoughness':{'baseColorTexture':{'index':0},'metallicFactor':0.5},
                  'normalTexture':{'index':1,'scale':2,'extensions':{'KHR_texture_transform':{'rotation':1,'scale':[2,2]}}},
                  'emissiveFactor':[1,1,1],'alphaMode':'MASK','alphaCutoff':0.4,'doubleSided':true,
                  'extensions':{'KHR_materials_transmission':{'transmissionFactor':0.5,'transmissionTexture':{'index':0}},
                  'KHR_materials_volume':{'thicknessFactor':2,'thicknessTexture':{'index':1},'attenuationDistance':3,'attenuationColor':[1,0.5,0]},
                  'KHR_materials_dispersion':{'dispersion':0.1},'KHR_materials_ior':{'ior':1.4},
                  'KHR_materials_sheen':{'sheenColorFactor':[1,0,1],'sheenColorTexture':{'index':0},'sheenRoughnessFactor':0.3,'sheenRoughnessTexture':{'index':1}},
                  'KHR_materials_anisotropy':{'anisotropyStrength':0.6,'anisotropyRotation':2,'anisotropyTexture':{'index':0}},
                  'KHR_materials_iridescence':{'iridescenceFactor':1,'iridescenceIor':1.8,'iridescenceThicknessMinimum':90,
                  'iridescenceThicknessMaximum':500,'iridescenceThicknessTexture':{'index':1}},
                  'KHR_materials_diffuse_transmission':{'diffuseTransmissionFactor':0.7,'diffuseTransmissionColorFactor':[1,0.2,0],
                  'diffuseTransmissionColorTexture':{'index':0}}}},
                 {'extensions':{'KHR_materials_unlit':{},'KHR_materials_emissive_strength':{'emissiveStrength':3}}}]\
                """);
        int moved = rigged(b, count, random);
        b.set(
                "meshes",
                """
                [{'primitives':[
                  {'attributes':{'POSITION':%1$d,'NORMAL':%2$d,'TEXCOORD_0':%3$d},'indices':%4$d,'material':0},
                  {'attributes':{'POSITION':%5$d},'indices':%4$d,'mode':5,'material':1},
                  {'attributes':{'POSITION':%5$d},'indices':%4$d,'mode':6},
                  {'attributes':{'POSITION':%1$d},'mode':0},
                  {'attributes':{'POSITION':%1$d},'mode':2}]},
                 {'primitives':[
                  {'attributes':{'POSITION':%1$d,'NORMAL':%6$d,'TEXCOORD_0':%3$d},'indices':%7$d,'material':0},
                  {'attributes':{'POSITION':%1$d},'indices':%8$d}]},
                 {'primitives':[
                  {'attributes':{'POSITION':%1$d,'NORMAL':%2$d,'TEXCOORD_0':%3$d,'JOINTS_0':%9$d,'WEIGHTS_0':%10$d,'JOINTS_1':%9$d,'WEIGHTS_1':%10$d},
                   'targets':[{'POSITION':%5$d,'NORMAL':%2$d},{'POSITION':%1$d}],'indices':%4$d,'material':0},
                  {'attributes':{'POSITION':%1$d,'JOINTS_0':%9$d,'WEIGHTS_0':%10$d},
                   'targets':[{'POSITION':%5$d},{}],'indices':%4$d,'mode':5}],
                  'weights':[0.5,0.25]}]\
                """
                        .formatted(
                                position,
                                normal,
                                uv,
                                indices,
                                sparse,
                                octNormal,
                                packedAccessor,
                                packedAccessor2,
                                moved,
                                moved + 1));
        b.set("skins", "[{'joints':[4,5],'inverseBindMatrices':%d}]".formatted(moved + 2));
        b.set(
                "animations",
                """
                [{'samplers':[{'input':%1$d,'output':%2$d},{'input':%1$d,'output':%3$d,'interpolation':'CUBICSPLINE'},
                  {'input':%1$d,'output':%4$d,'interpolation':'STEP'},{'input':%1$d,'output':%5$d}],
                  'channels':[{'sampler':0,'target':{'node':4,'path':'rotation'}},
                  {'sampler':1,'target':{'node':5,'path':'translation'}},
                  {'sampler':1,'target':{'path':'pointer','extensions':{'KHR_animation_pointer':{'pointer':'/nodes/4/scale'}}}},
                  {'sampler':1,'target':{'path':'pointer','extensions':{'KHR_animation_pointer':{'pointer':'/extensions/KHR_lights_punctual/lights/0/color'}}}},
                  {'sampler':3,'target':{'path':'pointer','extensions':{'KHR_animation_pointer':{'pointer':'/extensions/KHR_lights_punctual/lights/0/spot/innerConeAngle'}}}},
                  {'sampler':3,'target':{'path':'pointer','extensions':{'KHR_animation_pointer':{'pointer':'/cameras/0/perspective/znear'}}}},
                  {'sampler':3,'target':{'path':'pointer','extensions':{'KHR_animation_pointer':{'pointer':'/nodes/1/extensions/KHR_node_visibility/visible'}}}},
                  {'sampler':2,'target':{'node':6,'path':'weights'}}]}]\
                """
                        .formatted(moved + 3, moved + 4, moved + 5, moved + 6, moved + 3));
        b.set(
                "cameras",
                "[{'type':'perspective','perspective':{'yfov':1,'znear':0.1,'zfar':100}}]");
        b.set(
                "extensions",
                "{'KHR_lights_punctual':{'lights':[{'type':'spot','spot':{'outerConeAngle':0.5}}]}}");
        b.set("extensionsUsed", "['EXT_meshopt_compression','KHR_texture_transform']");
        b.set(
                "nodes",
                """
                [{'children':[1,2,4,6],'rotation':[0,0,0,1]},{'mesh':0,'scale':[1,2,1]},
                 {'mesh':1,'children':[3]},{'camera':0,'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],
                  'extensions':{'KHR_lights_punctual':{'light':0}}},
                 {'children':[5]},{'translation':[1,0,0]},{'mesh':2,'skin':0,'weights':[0,1]}]\
                """);
        b.set("scenes", "[{'nodes':[0]}]").set("scene", "0");
        return b;
    }

    /**
     * Adds joints, weights, inverse bind matrices, times, rotations, translations and morph weights
     * in this order, and returns the accessor of the first.
     */
    private static int rigged(GltfBuilder b, int count, Random random) {
        int[] joints = new int[4 * count];
        float[] weights = new float[4 * count];
        for (int i = 0; i < joints.length; i++) {
            joints[i] = random.nextInt(2);
            weights[i] = i % 4 == 0 ? 0.5f : i % 4 == 2 ? 0.25f : 0;
        }
        int first = b.accessor(GltfBuilder.bytes16(joints), 5123, "VEC4", count, "");
        b.floats("VEC4", weights);
        float[] matrices = new float[32];
        for (int i = 0; i < 32; i++) {
            matrices[i] = i % 16 % 5 == 0 ? 1 : 0;
        }
        b.accessor(GltfBuilder.bytes(matrices), 5126, "MAT4", 2, "");
        b.floats("SCALAR", 0, 0.5f, 2);
        b.accessor(
                GltfBuilder.bytes8(0, 0, 0, 127, 0, 127, 0, 0, 90, 0, 0, 90),
                5120,
                "VEC4",
                3,
                ",'normalized':true");
        float[] translations = new float[27];
        for (int i = 0; i < 27; i++) {
            translations[i] = random.nextFloat();
        }
        b.floats("VEC3", translations);
        b.floats("SCALAR", 0, 1, 2, -1, 0.5f, 0);
        return first;
    }

    private static int compressed(
            GltfBuilder b, byte[] stream, int stride, int count, String mode) {
        int offset = b.append(stream);
        return b.rawView(
                "{'buffer':0,'byteLength':%d,'extensions':{'EXT_meshopt_compression':{'buffer':0,'byteOffset':%d,'byteLength':%d,'byteStride':%d,'count':%d,%s}}}"
                        .formatted(stride * count, offset, stream.length, stride, count, mode));
    }

    private static byte[] jpeg() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            ImageIO.write(new BufferedImage(16, 8, BufferedImage.TYPE_INT_RGB), "jpeg", out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** Writes the file that is damaged here, undamaged. */
    static Path richFile(Path folder) {
        return GltfBuilder.write(folder, "rich.glb", rich().glb());
    }

    /** Loads a file; anything but a scene or a one-line refusal fails the test. */
    static Scene loadOrRefuse(Path file, LoadLimits limits) {
        try {
            Scene scene = GltfLoader.load(file, limits, 2);
            SceneInfo.of(scene);
            Pose pose = new Pose(scene);
            for (Animation animation : scene.animations()) {
                new Animator(animation).apply(1, pose);
            }
            pose.worldTransforms().bounds(scene, pose::weights);
            return scene;
        } catch (SceneException e) {
            assertThat(e.getMessage()).startsWith(file.toString()).doesNotContain("\n");
            return null;
        }
    }

    @Test
    void damagedBytes() {
        LoadLimits limits = LoadLimits.defaults().withMaxDecodedBytes(64 << 20);
        byte[] good = rich().glb();
        assertThat(loadOrRefuse(GltfBuilder.write(folder, "f.glb", good), limits)).isNotNull();
        Random random = new Random(12);
        int jsonEnd = 20 + (good[12] & 255 | (good[13] & 255) << 8);
        int survived = 0;
        long start = System.nanoTime();
        for (int round = 0; round < ROUNDS; round++) {
            byte[] bad = good.clone();
            for (int i = random.nextInt(6); i >= 0; i--) {
                // half of the damage to the text, which is the smaller part
                int at =
                        random.nextBoolean() ? random.nextInt(jsonEnd) : random.nextInt(bad.length);
                switch (random.nextInt(4)) {
                    case 0 -> bad[at] ^= (byte) (1 << random.nextInt(8));
                    case 1 -> bad[at] = (byte) ('0' + random.nextInt(10));
                    case 2 -> bad[at] = (byte) random.nextInt();
                    default -> {
                        int from = random.nextInt(bad.length);
                        int n = Math.min(random.nextInt(20), bad.length - Math.max(at, from));
                        System.arraycopy(good, from, bad, at, n);
                    }
                }
            }
            if (random.nextInt(10) == 0) {
                bad = Arrays.copyOf(bad, random.nextInt(bad.length));
            }
            Scene scene = loadOrRefuse(GltfBuilder.write(folder, "f.glb", bad), limits);
            survived += scene == null ? 0 : 1;
        }
        assertThat(survived).as("both outcomes happen").isBetween(1, ROUNDS - 1);
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .as("time for %d files", ROUNDS)
                .isLessThan(Duration.ofMillis(20_000 + 20L * ROUNDS));
    }

    @Test
    void damagedNumbers() {
        LoadLimits limits = LoadLimits.defaults().withMaxDecodedBytes(64 << 20);
        GltfBuilder b = rich();
        String text = b.json(null);
        byte[] binary = b.binary();
        Random random = new Random(13);
        int survived = 0;
        for (int round = 0; round < ROUNDS; round++) {
            String bad = text;
            for (int i = random.nextInt(3); i >= 0; i--) {
                bad = replaceANumber(bad, random);
            }
            byte[] glb = GltfBuilder.glb(bad.getBytes(StandardCharsets.UTF_8), binary);
            Scene scene = loadOrRefuse(GltfBuilder.write(folder, "n.glb", glb), limits);
            survived += scene == null ? 0 : 1;
        }
        assertThat(survived).as("both outcomes happen").isBetween(1, ROUNDS - 1);
    }

    private static String replaceANumber(String text, Random random) {
        int at = random.nextInt(text.length());
        while (!Character.isDigit(text.charAt(at))) {
            at = (at + 1) % text.length();
        }
        int end = at;
        while (end < text.length() && Character.isDigit(text.charAt(end))) {
            end++;
        }
        while (at > 0 && Character.isDigit(text.charAt(at - 1))) {
            at--;
        }
        String number = NUMBERS[random.nextInt(NUMBERS.length)].replace('\'', '"');
        return text.substring(0, at) + number + text.substring(end);
    }
}

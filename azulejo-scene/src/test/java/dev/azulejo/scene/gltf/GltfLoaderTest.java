package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.scene.image.PngWriter;
import dev.azulejo.scene.image.WebPWriter;
import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.Camera;
import dev.azulejo.scene.model.Finish;
import dev.azulejo.scene.model.Image;
import dev.azulejo.scene.model.Light;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Material.AlphaMode;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.SamplerSpec;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.model.TextureRef;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.Transmission;
import dev.azulejo.scene.model.UvTransform;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

class GltfLoaderTest {
    private static final Vec3 ORIGIN = Vec3.ZERO;

    @TempDir Path folder;

    private Scene load(GltfBuilder builder) {
        return GltfLoader.load(builder.write(folder));
    }

    @Test
    void theSameFromEveryContainer() throws IOException {
        GltfBuilder b = GltfBuilder.triangle();
        Files.createDirectory(folder.resolve("sub folder"));
        GltfBuilder.write(folder, "sub folder/data ü.bin", b.binary());
        Path[] files = {
            b.write(folder),
            GltfBuilder.write(folder, "e.gltf", b.embedded().getBytes(StandardCharsets.UTF_8)),
            GltfBuilder.write(
                    folder,
                    "x.gltf",
                    b.json("sub%20folder/data%20%C3%BC.bin").getBytes(StandardCharsets.UTF_8)),
            GltfBuilder.write(
                    folder,
                    "y.gltf",
                    b.json("./sub folder/../sub folder/data ü.bin")
                            .getBytes(StandardCharsets.UTF_8))
        };
        for (Path file : files) {
            Scene scene = GltfLoader.load(file);
            Primitive p = scene.meshes().getFirst().primitives().getFirst();
            assertThat(p.topology()).isEqualTo(Topology.TRIANGLES);
            assertThat(p.indices()).isNull();
            assertThat(p.vertices().positions()).containsExactly(0, 0, 0, 1, 0, 0, 0, 1, 0);
            assertThat(p.vertices().normals()).containsExactly(0, 0, 1, 0, 0, 1, 0, 0, 1);
            assertThat(scene.worldBounds()).isEqualTo(new Bounds(ORIGIN, new Vec3(1, 1, 0)));
            assertThat(scene.warnings()).isEmpty();
        }
    }

    @Test
    void nodesMakeAHierarchy() {
        GltfBuilder b = GltfBuilder.triangle();
        b.set(
                "nodes",
                """
                [{'name':'a','children':[2,1],'translation':[1,2,3]},
                 {'scale':[2,2,2],'rotation':[0,0,0.70710678,0.70710678],'mesh':0},
                 {'matrix':[1,0,0,0, 0,1,0,0, 0,0,1,0, 5,0,0,1],'mesh':0},
                 {'mesh':0}]\
                """);
        Scene scene = load(b);
        assertThat(scene.roots()).containsExactly(0);
        assertThat(scene.nodes().get(0).name()).isEqualTo("a");
        assertThat(scene.nodes().get(1).transform()).isInstanceOf(Transform.Trs.class);
        assertThat(scene.nodes().get(2).transform()).isInstanceOf(Transform.Matrix.class);
        var world = scene.worldTransforms();
        assertThat(world.visitOrder()).containsExactly(0, 2, 1);
        assertThat(world.isInScene(3)).isFalse();
        assertThat(world.get(2).transformPoint(ORIGIN)).isEqualTo(new Vec3(6, 2, 3));
        // quarter turn about z: x goes to y, twice as long
        Vec3 p = world.get(1).transformPoint(new Vec3(1, 0, 0));
        assertThat(p.minus(new Vec3(1, 4, 3)).length()).isLessThan(1e-6f);
        assertThat(SceneInfo.of(scene).triangleCount()).isEqualTo(2);
        assertThat(SceneInfo.of(scene).drawCount()).isEqualTo(2);
    }

    /** What an application adds for itself, or a third set of coordinates, changes nothing. */
    @ParameterizedTest
    @ValueSource(strings = {"_FEATURE", "TEXCOORD_2", "COLOR_1", "JOINTS_2"})
    void attributesThatAreNotReadMayHaveAnyLength(String name) {
        GltfBuilder b = GltfBuilder.triangle();
        int other = b.floats("VEC2", 0, 0);
        b.mesh("{'attributes':{'POSITION':0,'%s':%d}}".formatted(name, other));
        assertThat(SceneInfo.of(load(b)).triangleCount()).isEqualTo(1);
        b.mesh("{'attributes':{'POSITION':0},'targets':[{'%s':%d}]}".formatted(name, other));
        assertThat(SceneInfo.of(load(b)).triangleCount()).isEqualTo(1);
    }

    @Test
    void withoutAScenePartsWithoutParentAreShown() {
        GltfBuilder b = GltfBuilder.triangle();
        b.set("nodes", "[{'mesh':0},{'children':[0]},{'mesh':0}]");
        b.set("scenes", "[]").set("scene", "null");
        assertThat(load(b).roots()).containsExactly(1, 2);
    }

    @Test
    void materials() {
        GltfBuilder b = GltfBuilder.triangle();
        byte[] png = PngWriter.rgba(1, 1, new int[] {0xFF0000FF});
        String uri = "data:image/png;base64," + Base64.getEncoder().encodeToString(png);
        b.set("images", "[{'uri':'" + uri + "'}]");
        b.set("samplers", "[{'magFilter':9728,'minFilter':9985,'wrapS':33071,'wrapT':33648}]");
        b.set("textures", "[{'source':0,'sampler':0},{'source':0}]");
        b.set(
                "materials",
                """
                [{'name':'m','pbrMetallicRoughness':{'baseColorFactor':[0.1,0.2,0.3,0.4],
                  'baseColorTexture':{'index':1,'texCoord':1},'metallicFactor':0.25,
                  'roughnessFactor':0.75,'metallicRoughnessTexture':{'index':0}},
                  'normalTexture':{'index':0,'scale':0.5},
                  'occlusionTexture':{'index':0,'strength':0.3},
                  'emissiveTexture':{'index':0,'extensions':{'KHR_texture_transform':
                    {'offset':[0.5,0.25],'rotation':1.5,'scale':[2,3],'texCoord':1}}},
                  'emissiveFactor':[1,0.5,0.25],'alphaMode':'MASK','alphaCutoff':0.2,
                  'doubleSided':true,'extensions':{'KHR_materials_emissive_strength':
                    {'emissiveStrength':4},'KHR_materials_ior':{'ior':1.8},
                    'KHR_materials_specular':{'specularFactor':0.5,'specularColorFactor':[1,2,3]},
                    'KHR_materials_unlit':{}}},
                 {}, {'alphaMode':'BLEND','pbrMetallicRoughness':{'roughnessFactor':1.5},'occlusionTexture':{'index':0,'strength':1.5}}]\
                """);
        Scene scene = load(b);
        Material m = scene.materials().getFirst();
        assertThat(m)
                .isEqualTo(
                        Material.builder("m")
                                .baseColorFactor(new Vec4(0.1f, 0.2f, 0.3f, 0.4f))
                                .baseColorTexture(new TextureRef(1, 1, 1, UvTransform.IDENTITY))
                                .metallicFactor(0.25f)
                                .roughnessFactor(0.75f)
                                .metallicRoughnessTexture(TextureRef.of(0))
                                .normalTexture(new TextureRef(0, 0, 0.5f, UvTransform.IDENTITY))
                                .occlusionTexture(new TextureRef(0, 0, 0.3f, UvTransform.IDENTITY))
                                .emissiveFactor(new Vec3(1, 0.5f, 0.25f))
                                .emissiveStrength(4)
                                .emissiveTexture(
                                        new TextureRef(
                                                0, 1, 1, new UvTransform(0.5f, 0.25f, 1.5f, 2, 3)))
                                .alphaMode(AlphaMode.MASK)
                                .alphaCutoff(0.2f)
                                .doubleSided(true)
                                .unlit(true)
                                .ior(1.8f)
                                .specularFactor(0.5f)
                                .specularColorFactor(new Vec3(1, 2, 3))
                                .build());
        assertThat(scene.materials().get(1))
                .usingRecursiveComparison()
                .ignoringFields("name")
                .isEqualTo(Material.DEFAULT);
        assertThat(scene.materials().get(2).alphaMode()).isEqualTo(AlphaMode.BLEND);
        assertThat(scene.materials().get(2).roughnessFactor()).isEqualTo(1);
        assertThat(scene.materials().get(2).occlusionTexture()).isEqualTo(TextureRef.of(0));
        assertThat(scene.warnings())
                .containsExactly(
                        "materials[2].pbrMetallicRoughness.roughnessFactor is 1.5: 1.0 is used",
                        "materials[2].occlusionTexture.strength is 1.5: 1.0 is used");
        assertThat(scene.textures().get(0).sampler())
                .isEqualTo(
                        new SamplerSpec(
                                SamplerSpec.Filter.NEAREST,
                                SamplerSpec.Filter.LINEAR,
                                SamplerSpec.MipFilter.NEAREST,
                                SamplerSpec.Wrap.CLAMP_TO_EDGE,
                                SamplerSpec.Wrap.MIRRORED_REPEAT));
        assertThat(scene.textures().get(1).sampler()).isEqualTo(SamplerSpec.DEFAULT);
        assertThat(scene.images().getFirst().texels()).containsExactly(0xFF0000FF);
    }

    @Test
    void finishes() {
        GltfBuilder b = GltfBuilder.triangle();
        byte[] png = PngWriter.rgba(1, 1, new int[] {0xFF0000FF});
        String uri = "data:image/png;base64," + Base64.getEncoder().encodeToString(png);
        b.set("images", "[{'uri':'" + uri + "'}]");
        b.set("textures", "[{'source':0},{'source':0},{'source':0},{'source':0},{'source':0}]");
        b.set("extensionsRequired", "['KHR_materials_clearcoat']");
        b.set("extensionsUsed", "['KHR_materials_clearcoat','KHR_materials_specular']");
        b.set(
                "materials",
                """
                [{'extensions':{'KHR_materials_clearcoat':{'clearcoatFactor':0.75,
                    'clearcoatTexture':{'index':0},'clearcoatRoughnessFactor':0.25,
                    'clearcoatRoughnessTexture':{'index':1,'texCoord':1},
                    'clearcoatNormalTexture':{'index':2,'scale':0.5}},
                  'KHR_materials_specular':{'specularTexture':{'index':3},
                    'specularColorTexture':{'index':4}}}},
                 {'extensions':{'KHR_materials_clearcoat':{'clearcoatFactor':3}}}, {}]\
                """);
        Scene scene = load(b);
        Finish finish = scene.materials().getFirst().finish();
        assertThat(finish)
                .isEqualTo(
                        new Finish(
                                TextureRef.of(3),
                                TextureRef.of(4),
                                0.75f,
                                TextureRef.of(0),
                                0.25f,
                                new TextureRef(1, 1, 1, UvTransform.IDENTITY),
                                new TextureRef(2, 0, 0.5f, UvTransform.IDENTITY)));
        assertThat(scene.materials().getFirst().textures()).hasSize(5);
        assertThat(scene.textures()).allMatch(texture -> texture.image() == 0);
        assertThat(scene.materials().get(1).finish().coatFactor()).isEqualTo(1);
        assertThat(scene.materials().get(2).finish()).isEqualTo(Finish.NONE);
        assertThat(scene.warnings()).hasSize(1).first().asString().contains("clearcoatFactor is 3");
    }

    @Test
    void transmission() {
        GltfBuilder b = GltfBuilder.triangle();
        byte[] png = PngWriter.rgba(1, 1, new int[] {0xFF0000FF});
        String uri = "data:image/png;base64," + Base64.getEncoder().encodeToString(png);
        b.set("images", "[{'uri':'" + uri + "'}]");
        b.set("textures", "[{'source':0},{'source':0}]");
        b.set("extensionsRequired", "['KHR_materials_transmission']");
        b.set(
                "extensionsUsed",
                "['KHR_materials_transmission','KHR_materials_volume','KHR_materials_dispersion']");
        b.set(
                "materials",
                """
                [{'pbrMetallicRoughness':{'metallicFactor':0},'extensions':{'KHR_materials_transmission':{'transmissionFactor':0.75,
                    'transmissionTexture':{'index':0}},
                  'KHR_materials_volume':{'thicknessFactor':0.5,'thicknessTexture':{'index':1},
                    'attenuationDistance':3,'attenuationColor':[1,0.5,2]},
                  'KHR_materials_dispersion':{'dispersion':0.25}}},
                 {'pbrMetallicRoughness':{'metallicFactor':0},'extensions':{'KHR_materials_transmission':{'transmissionFactor':2},
                  'KHR_materials_volume':{'attenuationDistance':0,'thicknessFactor':-1},
                  'KHR_materials_dispersion':{'dispersion':-3}}},
                 {'extensions':{'KHR_materials_volume':{'thicknessFactor':1}}}]\
                """);
        Scene scene = load(b);
        float inf = Float.POSITIVE_INFINITY;
        assertThat(scene.materials())
                .extracting(material -> material.finish().transmission())
                .containsExactly(
                        new Transmission(
                                0.75f,
                                TextureRef.of(0),
                                0.5f,
                                TextureRef.of(1),
                                3,
                                new Vec3(1, 0.5f, 1),
                                0.25f),
                        new Transmission(1, null, 0, null, inf, Vec3.ONE, 0),
                        Transmission.NONE);
        String at = "materials[1].extensions.";
        assertThat(scene.warnings())
                .containsExactlyInAnyOrder(
                        at + "KHR_materials_transmission.transmissionFactor is 2.0: 1.0 is used",
                        at + "KHR_materials_volume.thicknessFactor is -1.0: 0.0 is used",
                        at
                                + "KHR_materials_volume: attenuationDistance is 0.0, more than 0"
                                + " expected: nothing is attenuated",
                        at + "KHR_materials_dispersion.dispersion is -3.0: 0.0 is used");
        assertThatThrownBy(() -> new Transmission(1, null, 0, null, 0, Vec3.ONE, 0))
                .hasMessage("transmission: attenuationDistance=0.0 is not above 0");
        assertThatThrownBy(() -> Transmission.thin(inf)).hasMessageContaining("not finite");
    }

    @Test
    void diffuseTransmission() {
        GltfBuilder b = GltfBuilder.triangle();
        byte[] png = PngWriter.rgba(1, 1, new int[] {0xFF0000FF});
        String uri = "data:image/png;base64," + Base64.getEncoder().encodeToString(png);
        b.set("images", "[{'uri':'" + uri + "'}]");
        b.set("textures", "[{'source':0},{'source':0}]");
        b.set("extensionsRequired", "['KHR_materials_diffuse_transmission']");
        b.set(
                "materials",
                """
                [{'pbrMetallicRoughness':{'metallicFactor':0},'extensions':{'KHR_materials_diffuse_transmission':{
                    'diffuseTransmissionFactor':0.75,'diffuseTransmissionTexture':{'index':0},
                    'diffuseTransmissionColorFactor':[0.25,0.5,3],
                    'diffuseTransmissionColorTexture':{'index':1}}}},
                 {'pbrMetallicRoughness':{'metallicFactor':0},'extensions':{'KHR_materials_diffuse_transmission':{
                    'diffuseTransmissionFactor':7}}}]\
                """);
        Scene scene = load(b);
        Material leaf = scene.materials().getFirst();
        assertThat(leaf.finish().diffuse())
                .isEqualTo(
                        new Finish.Diffuse(
                                0.75f,
                                TextureRef.of(0),
                                new Vec3(0.25f, 0.5f, 1),
                                TextureRef.of(1)));
        assertThat(leaf.textures()).containsExactly(TextureRef.of(1), TextureRef.of(0));
        assertThat(scene.materials().get(1).finish().diffuse())
                .isEqualTo(new Finish.Diffuse(1, null, Vec3.ONE, null));
        assertThat(scene.warnings())
                .containsExactly(
                        "materials[1].extensions.KHR_materials_diffuse_transmission"
                                + ".diffuseTransmissionFactor is 7.0: 1.0 is used");
        assertThatThrownBy(() -> new Finish.Diffuse(Float.NaN, null, Vec3.ONE, null))
                .hasMessageContaining("not finite");
    }

    @Test
    void sheenAnisotropyAndIridescence() {
        GltfBuilder b = GltfBuilder.triangle();
        byte[] png = PngWriter.rgba(1, 1, new int[] {0xFF0000FF});
        String uri = "data:image/png;base64," + Base64.getEncoder().encodeToString(png);
        b.set("images", "[{'uri':'" + uri + "'}]");
        b.set("textures", "[{'source':0},{'source':0},{'source':0},{'source':0},{'source':0}]");
        b.set(
                "extensionsRequired",
                "['KHR_materials_sheen','KHR_materials_anisotropy','KHR_materials_iridescence']");
        b.set(
                "materials",
                """
                [{'extensions':{'KHR_materials_sheen':{'sheenColorFactor':[0.25,0.5,3],
                    'sheenColorTexture':{'index':0},'sheenRoughnessFactor':0.75,
                    'sheenRoughnessTexture':{'index':1}},
                  'KHR_materials_anisotropy':{'anisotropyStrength':0.5,'anisotropyRotation':1.5,
                    'anisotropyTexture':{'index':2}},
                  'KHR_materials_iridescence':{'iridescenceFactor':0.5,
                    'iridescenceTexture':{'index':3},'iridescenceIor':1.75,
                    'iridescenceThicknessMinimum':50,'iridescenceThicknessMaximum':800,
                    'iridescenceThicknessTexture':{'index':4}}}},
                 {'extensions':{'KHR_materials_sheen':{},'KHR_materials_anisotropy':{},
                    'KHR_materials_iridescence':{}}},
                 {'extensions':{'KHR_materials_sheen':{'sheenRoughnessFactor':2},
                   'KHR_materials_anisotropy':{'anisotropyStrength':-1},
                   'KHR_materials_iridescence':{'iridescenceIor':0.5}}}]\
                """);
        Scene scene = load(b);
        Finish finish = scene.materials().getFirst().finish();
        assertThat(finish.sheen())
                .isEqualTo(
                        new Finish.Sheen(
                                new Vec3(0.25f, 0.5f, 1),
                                TextureRef.of(0),
                                0.75f,
                                TextureRef.of(1)));
        assertThat(finish.anisotropy())
                .isEqualTo(new Finish.Anisotropy(0.5f, 1.5f, TextureRef.of(2)));
        assertThat(finish.iridescence())
                .isEqualTo(
                        new Finish.Iridescence(
                                0.5f, TextureRef.of(3), 1.75f, 50, 800, TextureRef.of(4)));
        assertThat(scene.materials().getFirst().textures()).hasSize(5);
        assertThat(scene.textures()).allMatch(texture -> texture.image() == 0);
        assertThat(scene.materials().get(1).finish()).isEqualTo(Finish.NONE);
        String at = "materials[2].extensions.KHR_materials_";
        assertThat(scene.warnings())
                .containsExactlyInAnyOrder(
                        at + "sheen.sheenRoughnessFactor is 2.0: 1.0 is used",
                        at + "anisotropy.anisotropyStrength is -1.0: 0.0 is used",
                        at + "iridescence.iridescenceIor is 0.5: 1.0 is used");
        float nan = Float.NaN;
        assertThatThrownBy(() -> new Finish.Sheen(Vec3.ONE, null, nan, null))
                .hasMessageContaining("not finite");
        assertThatThrownBy(() -> new Finish.Anisotropy(nan, 0, null))
                .hasMessageContaining("not finite");
        assertThatThrownBy(() -> new Finish.Iridescence(1, null, 1, nan, 1, null))
                .hasMessageContaining("not finite");
    }

    /** Brushed surfaces need to know which way: tangents along the first set of coordinates. */
    @Test
    void anisotropyHasTangentsMade() {
        for (String strength : List.of("0", "1")) {
            GltfBuilder b = new GltfBuilder();
            int positions = b.floats("VEC3", 0, 0, 0, 1, 0, 0, 0, 1, 0);
            int uv = b.floats("VEC2", 0, 0, 0, 1, 1, 0);
            b.mesh(
                    "{'attributes':{'POSITION':%d,'TEXCOORD_0':%d},'material':0}"
                            .formatted(positions, uv));
            b.set(
                    "materials",
                    "[{'extensions':{'KHR_materials_anisotropy':{'anisotropyStrength':%s}}}]"
                            .formatted(strength));
            var vertices = load(b).meshes().getFirst().primitives().getFirst().vertices();
            if (strength.equals("0")) {
                assertThat(vertices.tangents()).isNull();
            } else {
                assertThat(vertices.tangents()).startsWith(0, 1, 0);
            }
        }
    }

    @Test
    void equalImagesBecomeOneAndUnusedOnesAreNotRead() {
        GltfBuilder b = GltfBuilder.triangle();
        byte[] red = PngWriter.rgba(2, 1, new int[] {0xFF0000FF, 0x7F0000FF});
        GltfBuilder.write(folder, "a.png", red);
        GltfBuilder.write(folder, "b.png", red);
        GltfBuilder.write(folder, "c.png", PngWriter.rgba(1, 2, new int[] {-1, -1}));
        GltfBuilder.write(folder, "broken.png", new byte[] {1, 2, 3});
        int view = b.view(red, "");
        b.set(
                "images",
                "[{'uri':'a.png'},{'uri':'broken.png'},{'uri':'b.png'},{'uri':'c.png'},{'bufferView':%d,'mimeType':'image/png'},{'uri':'missing.png'}]"
                        .formatted(view));
        b.set(
                "textures",
                "[{'source':0},{'source':1},{'source':2},{'source':3},{'source':4},{'source':5},{}]");
        StringBuilder materials = new StringBuilder();
        for (int t : new int[] {0, 2, 3, 4, 5, 6}) {
            materials
                    .append(materials.isEmpty() ? "" : ",")
                    .append("{'emissiveTexture':{'index':%d}}".formatted(t));
        }
        Scene scene = load(b.set("materials", "[" + materials + "]"));
        assertThat(scene.images()).hasSize(2);
        assertThat(scene.images()).extracting(Image::width).containsExactly(2, 1);
        assertThat(scene.images()).extracting(Image::opaque).containsExactly(false, true);
        assertThat(scene.textures().stream().map(t -> t.image()))
                .containsExactly(0, -1, 0, 1, 0, -1, -1);
        assertThat(scene.warnings())
                .containsExactly(
                        "images[5]: \"missing.png\": no such file: drawn white",
                        "textures[6] has no PNG, JPEG, WebP or KTX2 source: drawn white");
    }

    @Test
    void camerasAndLights() {
        GltfBuilder b = GltfBuilder.triangle();
        b.set(
                "cameras",
                """
                [{'name':'p','type':'perspective','perspective':{'yfov':1,'znear':0.1}},
                 {'type':'perspective','perspective':{'yfov':0.5,'aspectRatio':2,'znear':1,'zfar':9}},
                 {'type':'orthographic','orthographic':{'xmag':2,'ymag':1,'znear':0,'zfar':9}}]\
                """);
        b.set(
                "extensions",
                """
                {'KHR_lights_punctual':{'lights':[
                 {'type':'directional','color':[1,0.5,0],'intensity':3},
                 {'type':'point','range':5,'name':'bulb'},
                 {'type':'spot','spot':{'innerConeAngle':0.1,'outerConeAngle':0.2}}]}}\
                """);
        b.set(
                "nodes",
                "[{'camera':1},{'extensions':{'KHR_lights_punctual':{'light':2}}},{'mesh':0}]");
        Scene scene = load(b);
        assertThat(scene.cameras())
                .containsExactly(
                        new Camera.Perspective("p", 1, 0, 0.1f, Float.POSITIVE_INFINITY),
                        new Camera.Perspective("", 0.5f, 2, 1, 9),
                        new Camera.Orthographic("", 2, 1, 0, 9));
        float inf = Float.POSITIVE_INFINITY;
        assertThat(scene.lights())
                .containsExactly(
                        new Light("", Light.Kind.DIRECTIONAL, new Vec3(1, 0.5f, 0), 3, inf, 0, 0),
                        new Light("bulb", Light.Kind.POINT, Vec3.ONE, 1, 5, 0, 0),
                        new Light("", Light.Kind.SPOT, Vec3.ONE, 1, inf, 0.1f, 0.2f));
        assertThat(scene.nodes().get(0).camera()).isEqualTo(1);
        assertThat(scene.nodes().get(1).light()).isEqualTo(2);
    }

    @Test
    void unknownExtensionsAreRefusedOrNamed() {
        GltfBuilder b =
                GltfBuilder.triangle().set("extensionsUsed", "['KHR_x','KHR_texture_transform']");
        Scene scene = load(b);
        assertThat(scene.warnings()).containsExactly("KHR_x is not supported: left out");
        assertThat(scene.asset().extensionsIgnored()).containsExactly("KHR_x");
        b.set("extensionsRequired", "['KHR_texture_transform','KHR_x']");
        assertThatThrownBy(() -> load(b))
                .isInstanceOf(SceneException.class)
                .hasMessage(
                        folder.resolve("model.glb")
                                + ": extensionsRequired: KHR_x is not supported");
    }

    /** What changes the look alone is left out, required or not; listed among the used or not. */
    @Test
    void looksThatAreRequiredAreLeftOut() {
        GltfBuilder b = GltfBuilder.triangle();
        b.set("extensionsUsed", "['ADOBE_materials_thin_transparency']");
        b.set(
                "extensionsRequired",
                "['ADOBE_materials_thin_transparency','KHR_materials_subsurface']");
        Scene scene = load(b);
        assertThat(scene.warnings())
                .containsExactly(
                        "ADOBE_materials_thin_transparency is not supported: left out",
                        "KHR_materials_subsurface is not supported: left out");
        assertThat(scene.meshes().getFirst().primitives()).hasSize(1);
    }

    /** A texture whose image an extension names, and a plain one beside it. */
    private Scene ofTwo(String extension, byte[] named, byte[] plain) {
        GltfBuilder b = GltfBuilder.triangle();
        b.set("materials", "[{'emissiveTexture':{'index':0}}]");
        b.set(
                "textures",
                "[{%s'extensions':{'%s':{'source':0}}}]"
                        .formatted(plain == null ? "" : "'source':1,", extension));
        String images = "[{'bufferView':%d}".formatted(b.view(named, ""));
        if (plain != null) {
            images += ",{'bufferView':%d}".formatted(b.view(plain, ""));
        }
        return load(b.set("images", images + "]"));
    }

    @Test
    void imagesThatExtensionsNameComeFirstIfTheyCanBeRead() throws IOException {
        byte[] webp = WebPWriter.lossless(1, 1, 0xFF123456);
        byte[] png = PngWriter.rgba(1, 1, new int[] {0xFF654321});
        byte[] ktx = {(byte) 0xAB, 'K', 'T', 'X', ' ', '2', '0', (byte) 0xBB};
        byte[] broken = Arrays.copyOf(webp, 30);
        Scene scene = ofTwo("EXT_texture_webp", webp, png);
        assertThat(scene.images().getFirst().texels()).containsExactly(0xFF123456);
        scene = ofTwo("EXT_texture_webp", webp, null);
        assertThat(scene.images().getFirst().texels()).containsExactly(0xFF123456);
        for (byte[] unreadable : List.of(ktx, broken)) {
            scene = ofTwo("EXT_texture_webp", unreadable, png);
            assertThat(scene.images()).hasSize(1);
            assertThat(scene.images().getFirst().texels()).containsExactly(0xFF654321);
            assertThat(scene.warnings()).isEmpty();
        }
        scene = ofTwo("KHR_texture_basisu", ktx, png);
        assertThat(scene.images().getFirst().texels()).containsExactly(0xFF654321);
        scene = ofTwo("KHR_texture_basisu", ktx, null);
        assertThat(scene.images()).isEmpty();
        assertThat(scene.warnings())
                .containsExactly(
                        "images[0]: KTX is not supported, PNG, JPEG, WebP or KTX2 expected: drawn"
                                + " white");
        byte[] basis;
        try (var in =
                GltfLoaderTest.class.getResourceAsStream("/dev/azulejo/scene/image/uastc.ktx2")) {
            basis = in.readAllBytes();
        }
        for (byte[] plain : new byte[][] {png, null}) {
            scene = ofTwo("KHR_texture_basisu", basis, plain);
            assertThat(scene.warnings()).isEmpty();
            assertThat(scene.images()).hasSize(1);
            assertThat(scene.images().getFirst().width()).isEqualTo(24);
            assertThat(scene.images().getFirst().opaque()).isFalse();
        }
        byte[] cube = basis.clone();
        cube[36] = 6;
        scene = ofTwo("KHR_texture_basisu", cube, null);
        assertThat(scene.images()).isEmpty();
        assertThat(scene.warnings())
                .containsExactly(
                        "images[0]: KTX2 of several layers or faces is not supported, PNG, JPEG,"
                                + " WebP or KTX2 expected: drawn white");
        scene = ofTwo("EXT_texture_webp", broken, null);
        assertThat(scene.images()).isEmpty();
        assertThat(scene.warnings())
                .containsExactly("images[0]: WebP is cut off or corrupt: drawn white");
    }

    @Test
    void imagesOfOtherFormatsAreDrawnWhite() {
        byte[] avif = "....ftypavif".getBytes(StandardCharsets.US_ASCII);
        byte[] ktx = {(byte) 0xAB, 'K', 'T', 'X', ' ', '2', '0', (byte) 0xBB};
        for (byte[] data : List.of(avif, ktx, new byte[] {'G', 'I', 'F', '8'})) {
            GltfBuilder b = new GltfBuilder();
            int positions = b.floats("VEC3", 0, 0, 0, 1, 0, 0, 0, 1, 0);
            int uv = b.floats("VEC2", 0, 0, 1, 0, 0, 1);
            b.mesh(
                    "{'material':0,'attributes':{'POSITION':%d,'TEXCOORD_0':%d}}"
                            .formatted(positions, uv));
            b.set("materials", "[{'pbrMetallicRoughness':{'baseColorTexture':{'index':0}}}]");
            b.set("textures", "[{'source':0}]");
            b.set("images", "[{'bufferView':%d}]".formatted(b.view(data, "")));
            Scene scene = load(b);
            assertThat(scene.warnings())
                    .singleElement()
                    .asString()
                    .matches(
                            "images\\[0]: (AVIF|KTX|GIF) is not supported, PNG, JPEG, WebP or KTX2"
                                    + " expected: drawn white");
            assertThat(scene.textures().getFirst().image()).isEqualTo(-1);
        }
    }

    /** A root below a root is drawn with it; one below nobody who is drawn is taken away. */
    @Test
    void rootsWithParentsAreDrawnOnce() {
        GltfBuilder b = GltfBuilder.triangle();
        b.set("nodes", "[{'children':[1]},{'mesh':0,'children':[2]},{'mesh':0}]");
        b.set("scenes", "[{'nodes':[2,0,0]}]");
        Scene scene = load(b);
        assertThat(scene.roots()).containsExactly(0);
        assertThat(scene.warnings())
                .containsExactly(
                        "scenes[0].nodes[2]: node 0 is listed twice: drawn once",
                        "scenes[0].nodes: node 2 is a child of node 1: drawn once, with it");
        b.set("scenes", "[{'nodes':[2,1]}]");
        scene = load(b);
        assertThat(scene.roots()).containsExactly(1);
        assertThat(scene.nodes().get(0).children()).isEmpty();
        assertThat(scene.nodes().get(1).children()).containsExactly(2);
        assertThat(scene.warnings())
                .containsExactly(
                        "scenes[0].nodes: node 2 is a child of node 1: drawn once, with it",
                        "scenes[0].nodes: node 1 is a child of node 0: taken from it");
    }

    @Test
    void whatIsLeftOutIsSaid() {
        GltfBuilder b = GltfBuilder.triangle();
        b.set(
                "meshes",
                "[{'primitives':[{'attributes':{'POSITION':0},'targets':[{},{}]},{'attributes':{}}]}]");
        b.set(
                "animations",
                "[{'samplers':[{}],'channels':[{'sampler':0,'target':{'path':'pointer'}}]}]");
        b.set("scenes", "[{'nodes':[0]},{}]");
        assertThat(load(b).warnings())
                .containsExactly(
                        "meshes[0].primitives[1] has no POSITION: left out",
                        "2 scenes in the file: only scenes[0] is shown",
                        "animations of \"pointer\" are not supported: left out");
    }

    @Test
    void threadsDoNotShow() {
        Path file = MutationFuzzTest.richFile(folder);
        Scene one = GltfLoader.load(file, LoadLimits.defaults(), 1);
        Scene four = GltfLoader.load(file, LoadLimits.defaults(), 4);
        assertThat(four).usingRecursiveComparison().isEqualTo(one);
    }

    @Test
    void infoCounts() {
        SceneInfo info = SceneInfo.of(GltfLoader.load(MutationFuzzTest.richFile(folder)));
        assertThat(info.triangleCount()).isPositive();
        assertThat(info.pointCount()).isPositive();
        assertThat(info.imageCount()).isEqualTo(2);
        assertThat(info.imageBytes()).isEqualTo(4 * info.pixelCount());
        assertThat(info.geometryBytes()).isPositive();
        assertThat(info.bounds().isEmpty()).isFalse();
    }
}

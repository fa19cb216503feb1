package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Image;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.SamplerSpec;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Texture;
import dev.azulejo.scene.model.TextureRef;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.VertexData;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;

/** How far a ground's shadow reaches, by hand. */
class GroundRimTest {
    /** Two rows of four; what is no darker than 32 of 255 would not be missed. */
    private static final int[] ALPHA = {0, 33, 0, 0, 32, 0, 200, 33};

    /** Ten to the right, twenty up, and thirty nearer, and twice as long that way. */
    private static final float[] WORLD = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 10, 20, 30, 1};

    private static Scene scene(int image) {
        int[] texels = Arrays.stream(ALPHA).map(alpha -> alpha << 24).toArray();
        return Scene.builder(AssetInfo.generated("ground"))
                .images(List.of(new Image("", 4, 2, texels, false)))
                .textures(List.of(new Texture("", image, SamplerSpec.DEFAULT)))
                .materials(
                        List.of(
                                Material.builder("ground")
                                        .baseColorTexture(TextureRef.of(0))
                                        .build(),
                                Material.builder("bare").build()))
                .build();
    }

    private static Primitive rectangle(int material, float... corners) {
        float[] positions = {-1, 0, -1, -1, 0, 1, 1, 0, 1, 1, 0, -1};
        var vertices = new VertexData(4, positions, null, null, corners, null, null);
        return new Primitive(Topology.TRIANGLES, new int[] {0, 1, 2, 0, 2, 3}, vertices, material);
    }

    @Test
    void whatIsDarkEnoughCountsFromTheFirstToTheLastOfEachRow() {
        var rim = GroundRim.of(scene(0), rectangle(0, ContactShadow.CORNERS), WORLD);
        double[] ways = {1, 0, 0, -1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 3, 0, 1, 0, 1, -1, 0, 1};
        double[] reach = new double[7];
        Arrays.fill(reach, -1_000);
        rim.extend(ways, reach);
        // The second texel of the row at 29, the third and the fourth of that at 31
        assertThat(reach).containsExactly(10.75, -9.75, 31, -29, 60, 41.75, 20.75);
        double[] far = {100, -1_000, 0, 0, 0, 0, 0};
        rim.extend(ways, far);
        assertThat(far).containsExactly(100, -9.75, 31, 0, 60, 41.75, 20.75);
    }

    /** Whatever else is called a ground is framed as it is. */
    @Test
    void anotherRectangleOrOneWithoutAPictureHasNone() {
        assertThat(GroundRim.of(scene(0), rectangle(0, 0, 0, 1, 0, 1, 1, 0, 1), WORLD)).isNull();
        assertThat(GroundRim.of(scene(0), rectangle(1, ContactShadow.CORNERS), WORLD)).isNull();
        assertThat(GroundRim.of(scene(-1), rectangle(0, ContactShadow.CORNERS), WORLD)).isNull();
    }
}

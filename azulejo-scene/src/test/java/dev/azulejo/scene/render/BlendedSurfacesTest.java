package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.VertexData;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.List;

/** What is blended, where one surface lies on another, and where one has two sides. */
class BlendedSurfacesTest {
    private static final int SIDE = 16;

    private static final RenderSettings SETTINGS =
            RenderSettings.defaults()
                    .withSize(SIDE, SIDE)
                    .withSamples(1)
                    .withBackground(new Vec4(0, 0, 1, 1))
                    .withOutput(RenderSettings.Output.LINEAR_COLOR);

    private static float[] middle(Scene scene, Kernels kind) {
        var options = DeviceOptions.DEFAULT.withKernels(kind);
        try (var session = new Session(scene, SETTINGS, options)) {
            session.look(Panes.VIEW);
            session.render();
            float[] all = session.target().floatPixels();
            int at = 4 * (SIDE / 2 * SIDE + SIDE / 2);
            return new float[] {all[at], all[at + 1], all[at + 2]};
        }
    }

    private static void is(float[] color, double red, double green, double blue) {
        assertThat(color[0]).isCloseTo((float) red, within(1e-5f));
        assertThat(color[1]).isCloseTo((float) green, within(1e-5f));
        assertThat(color[2]).isCloseTo((float) blue, within(1e-5f));
    }

    private static Material.Builder paint(float red, float green, float alpha) {
        return Material.builder("paint")
                .baseColorFactor(new Vec4(red, green, 0, alpha))
                .unlit(true)
                .alphaMode(Material.AlphaMode.BLEND);
    }

    /** A decal has the places of what it lies on: a quarter of it is seen. */
    @ParameterizedTest
    @EnumSource
    void whatLiesExactlyOnSomethingIsSeen(Kernels kind) {
        var below = paint(1, 0, 1).alphaMode(Material.AlphaMode.OPAQUE).build();
        var decal = paint(0, 1, 0.25f).build();
        var scene = new Panes().add(-1, -1, 1, 1, 0, below).add(-1, -1, 1, 1, 0, decal).scene();
        is(middle(scene, kind), 0.75, 0.25, 0);
        var behind =
                new Panes().add(-1, -1, 1, 1, 0, below).add(-1, -1, 1, 1, -0.01, decal).scene();
        is(middle(behind, kind), 1, 0, 0);
    }

    /** Two walls in one mesh, the near and red one first, whose backs face each other. */
    private static Scene box(float alpha) {
        float[] p = {
            -1, -1, 0.5f, 1, -1, 0.5f, 1, 1, 0.5f, -1, 1, 0.5f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
        };
        float[] colors = new float[32];
        for (int v = 0; v < 4; v++) {
            System.arraycopy(p, 3 * v, p, 12 + 3 * v, 2);
            p[12 + 3 * v + 2] = -0.5f;
            colors[4 * v] = 1;
            colors[4 * v + 3] = 1;
            colors[16 + 4 * v + 1] = 1;
            colors[16 + 4 * v + 3] = 1;
        }
        int[] indices = {0, 1, 2, 0, 2, 3, 4, 6, 5, 4, 7, 6};
        var vertices = new VertexData(8, p, null, null, null, null, colors);
        var primitive = new Primitive(Topology.TRIANGLES, indices, vertices, 0);
        return Scene.builder(AssetInfo.generated("test"))
                .roots(List.of(0))
                .nodes(List.of(Node.ofMesh("box", Transform.IDENTITY, 0)))
                .meshes(List.of(new Mesh("box", List.of(primitive))))
                .materials(List.of(paint(1, 1, alpha).doubleSided(true).build()))
                .build();
    }

    /** The inside of the far wall is behind the near one, in whatever order they are listed. */
    @ParameterizedTest
    @EnumSource
    void theFarSideOfWhatIsClosedIsBehindTheNearOne(Kernels kind) {
        is(middle(box(1), kind), 1, 0, 0);
        is(middle(box(0.5f), kind), 0.5, 0.25, 0.25);
    }
}

package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.scene.model.FlatNormals;
import dev.azulejo.scene.model.Scene;

/** A ball of facets, and whether PN triangles make another picture of it. */
public final class FacetBall {
    private FacetBall() {}

    static final RenderSettings PLAIN = RenderSettings.defaults().withSize(96, 96).withSamples(1);
    static final RenderSettings PN =
            PLAIN.withTessellation(new Tessellation(Tessellation.Mode.PN_TRIANGLES, 4));

    /** A ball of facets, most of which meet by less than 20 degrees, x y z of each corner. */
    public static float[] ball(double middle) {
        int rows = 10;
        int columns = 20;
        float[] corners = new float[9 * 2 * rows * columns];
        int o = 0;
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                int[][] at = {{0, 0}, {1, 1}, {1, 0}, {0, 0}, {0, 1}, {1, 1}};
                for (int[] step : at) {
                    double latitude = Math.PI * (row + step[0]) / rows;
                    // Exactly, or each facet would have a pole of its own
                    double radius = (row + step[0]) % rows == 0 ? 0 : Math.sin(latitude);
                    double longitude = 2 * Math.PI * ((column + step[1]) % columns) / columns;
                    corners[o++] = (float) (middle + radius * Math.cos(longitude));
                    corners[o++] = (float) Math.cos(latitude);
                    corners[o++] = (float) (radius * Math.sin(longitude));
                }
            }
        }
        return corners;
    }

    /** The normals of triangles of three corners each. */
    public static float[] facets(float[] corners) {
        float[] normals = new float[corners.length];
        FlatNormals.of(corners, normals, () -> {});
        return normals;
    }

    static int[] picture(Scene scene, RenderSettings settings) {
        try (var session = new Session(scene, settings)) {
            session.look(View.orbit(session.bounds(), 40, 30, 3, 1));
            session.render();
            return session.target().pixels().clone();
        }
    }

    /** PN triangles change nothing. */
    public static void stays(Scene scene) {
        assertThat(Tessellation.curves(scene, () -> {})).isFalse();
        assertThat(picture(scene, PN)).isEqualTo(picture(scene, PLAIN));
        // Shadows reach as far as without
        assertThat(picture(scene, PN.withShadows(true)))
                .isEqualTo(picture(scene, PLAIN.withShadows(true)));
    }

    /** PN triangles make another picture. */
    public static void curves(Scene scene) {
        assertThat(Tessellation.curves(scene, () -> {})).isTrue();
        assertThat(picture(scene, PN)).isNotEqualTo(picture(scene, PLAIN));
    }
}

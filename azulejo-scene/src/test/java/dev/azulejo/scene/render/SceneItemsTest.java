package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counter;
import dev.azulejo.scene.model.Material;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The order in which draw calls are made. */
class SceneItemsTest {
    private static final int SIDE = 64;

    private static final RenderSettings SETTINGS =
            RenderSettings.defaults().withSize(SIDE, SIDE).withSamples(1);

    private static final Material OPAQUE = Panes.paint(0.8, 0.1, 0.1);

    private static final Material MASKED =
            Panes.paint(0.1, 0.1, 0.8).toBuilder().alphaMode(Material.AlphaMode.MASK).build();

    /**
     * Alpha is not asked for where an opaque surface lies before, whichever the scene has first.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void opaqueIsDrawnBeforeMasked(boolean maskedFirst) {
        var panes = new Panes();
        for (boolean masked : new boolean[] {maskedFirst, !maskedFirst}) {
            if (masked) {
                panes.add(-1, -1, 1, 1, -0.5, MASKED);
            } else {
                panes.add(-1, -1, -0.25, 1, 0.5, OPAQUE);
            }
        }
        for (var options :
                new DeviceOptions[] {
                    DeviceOptions.DEFAULT.withEarlyZ(EarlyZ.OFF),
                    DeviceOptions.DEFAULT.withEarlyZ(EarlyZ.ON),
                    DeviceOptions.REFERENCE
                }) {
            try (var session = new Session(panes.scene(), SETTINGS, options)) {
                session.look(ShadowScenes.parallel(0, 0, 1));
                var report = session.render();
                // Of 64 columns the opaque surface covers 24
                assertThat(report.get(Counter.FRAGMENTS_DISCARD_TESTED)).isEqualTo(SIDE * 40);
                assertThat(report.get(Counter.FRAGMENTS_SHADED)).isEqualTo(SIDE * SIDE);
            }
        }
    }
}

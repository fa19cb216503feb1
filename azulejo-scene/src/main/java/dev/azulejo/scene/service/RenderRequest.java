package dev.azulejo.scene.service;

import dev.azulejo.scene.render.RenderSettings;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * What a picture of a model shall be like.
 *
 * @param settings size, samples, background and so on; of one view
 * @param viewpoint from where it is taken
 * @param deadline how long it may take from when it is asked for, waiting included; empty for as
 *     long as it likes
 */
public record RenderRequest(
        RenderSettings settings, Viewpoint viewpoint, Optional<Duration> deadline) {
    /** Checks that there is one view, and that it is in colour. */
    public RenderRequest {
        Objects.requireNonNull(viewpoint, "viewpoint");
        Objects.requireNonNull(deadline, "deadline");
        if (settings.views() != 1) {
            throw new IllegalArgumentException(
                    "request: one view expected, not %d".formatted(settings.views()));
        }
        if (settings.output() != RenderSettings.Output.COLOR) {
            throw new IllegalArgumentException(
                    "request: output=%s; COLOR expected".formatted(settings.output()));
        }
        if (deadline.isPresent() && deadline.get().isNegative()) {
            throw new IllegalArgumentException(
                    "request: deadline=%s, a time that is not negative expected"
                            .formatted(deadline.get()));
        }
    }

    /**
     * Returns a request for a picture of a size, from where the file says, without a deadline. Its
     * settings are {@link RenderSettings#defaults()} with shadows.
     */
    public static RenderRequest of(int width, int height) {
        var settings = RenderSettings.defaults().withSize(width, height).withShadows(true);
        return new RenderRequest(settings, Viewpoint.ofFile(), Optional.empty());
    }

    /** The same with other settings. */
    public RenderRequest withSettings(RenderSettings value) {
        return new RenderRequest(value, viewpoint, deadline);
    }

    /** The same from another viewpoint. */
    public RenderRequest withViewpoint(Viewpoint value) {
        return new RenderRequest(settings, value, deadline);
    }

    /** The same with a deadline. */
    public RenderRequest withDeadline(Duration value) {
        return new RenderRequest(settings, viewpoint, Optional.of(value));
    }
}

package dev.azulejo.serve.session;

import dev.azulejo.serve.message.Setting;

/** What setting something makes of a state. */
final class Settings {
    private Settings() {}

    /**
     * Returns a state in which something is set.
     *
     * @throws IllegalArgumentException if there is no such scene
     */
    static SessionState with(SessionState state, Setting what, int value, SceneStore store) {
        return switch (what) {
            case SCENE -> scene(state, value, store);
            case ALL -> state.seenFrom(state.azimuth(), state.elevation(), 1).around(0, 0, 0);
            case CAMERA -> state.by(value);
            case ANIMATION -> state.at(value, 0, true);
            case PLAYING -> state.at(state.animation(), state.seconds(), value == 1);
            case VARIANT, ENVIRONMENT, EXPOSURE, SAMPLES, SHADOWS ->
                    state.with(look(state.look(), what, value));
            case GPUS, SPLIT, REGIONS, PRETEST, BINS, EARLY_Z, REUSE, THROTTLE ->
                    state.with(gpus(state.gpus(), what, value));
        };
    }

    /** Another scene begins anew, but for how pictures are rendered. */
    private static SessionState scene(SessionState state, int value, SceneStore store) {
        if (value >= store.scenes().size()) {
            throw new IllegalArgumentException(
                    "scene %d: there are %d of them here".formatted(value, store.scenes().size()));
        }
        return SessionState.of(store.scenes().get(value).name()).with(state.gpus());
    }

    private static SessionState.Look look(SessionState.Look look, Setting what, int value) {
        return new SessionState.Look(
                what == Setting.VARIANT ? value : look.variant(),
                what == Setting.ENVIRONMENT ? value : look.environment(),
                what == Setting.EXPOSURE ? value : look.exposure(),
                what == Setting.SAMPLES ? value : look.samples(),
                what == Setting.SHADOWS ? value == 1 : look.shadows());
    }

    private static GpuSettings gpus(GpuSettings gpus, Setting what, int value) {
        return new GpuSettings(
                what == Setting.GPUS ? value : gpus.gpus(),
                what == Setting.SPLIT ? value : gpus.split(),
                what == Setting.REGIONS ? value : gpus.regions(),
                what == Setting.PRETEST ? value : gpus.pretest(),
                what == Setting.BINS ? value : gpus.bins(),
                what == Setting.EARLY_Z ? value : gpus.earlyZ(),
                what == Setting.REUSE ? value : gpus.reuse(),
                what == Setting.THROTTLE ? value : gpus.throttle());
    }
}

package dev.azulejo.core.command;

import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;

import java.util.Objects;

/**
 * What a phase draws into and how it begins.
 *
 * @param name name for people and reports
 * @param target what is painted
 * @param clear whether the pass begins with the clear values; else with what the target holds
 * @param clearRed linear clear colour; likewise the next three
 * @param clearGreen linear green
 * @param clearBlue linear blue
 * @param clearAlpha alpha
 * @param clearDepth clear depth, 0..1
 * @param keepSamples whether per-sample colour and depth are stored, so that a later pass can
 *     continue without clearing; always where the target has depths alone, which are its samples
 */
public record PassDescriptor(
        String name,
        RenderTarget target,
        boolean clear,
        float clearRed,
        float clearGreen,
        float clearBlue,
        float clearAlpha,
        float clearDepth,
        boolean keepSamples) {
    /** Checks for null, the depth's range, and that something is stored. */
    public PassDescriptor {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(target, "target");
        if (!(clearDepth >= 0 && clearDepth <= 1)) {
            throw new IllegalArgumentException(
                    "pass.clearDepth=%s is not in 0..1".formatted(clearDepth));
        }
        if (!keepSamples && target.format() == TextureFormat.DEPTH32_FLOAT) {
            throw new IllegalArgumentException(
                    "pass.keepSamples=false: a target of depths alone would keep nothing");
        }
    }

    /** A pass that begins with a colour and depth 1, and keeps the resolved pixels only. */
    public static PassDescriptor clear(
            RenderTarget target, float red, float green, float blue, float alpha) {
        return new PassDescriptor("main", target, true, red, green, blue, alpha, 1, false);
    }

    /** A pass that begins with depth 1 and draws into a target that has depths alone. */
    public static PassDescriptor depth(RenderTarget target) {
        return new PassDescriptor("depth", target, true, 0, 0, 0, 0, 1, true);
    }

    /** A pass that goes on where another one ended, which must have kept its samples. */
    public static PassDescriptor load(RenderTarget target) {
        Objects.requireNonNull(target, "target");
        boolean depths = target.format() == TextureFormat.DEPTH32_FLOAT;
        return new PassDescriptor("main", target, false, 0, 0, 0, 0, 1, depths);
    }

    /** The same with another name. */
    public PassDescriptor withName(String value) {
        return new PassDescriptor(
                value,
                target,
                clear,
                clearRed,
                clearGreen,
                clearBlue,
                clearAlpha,
                clearDepth,
                keepSamples);
    }

    /** The same with another clear depth, 0..1. */
    public PassDescriptor withClearDepth(float value) {
        return new PassDescriptor(
                name,
                target,
                clear,
                clearRed,
                clearGreen,
                clearBlue,
                clearAlpha,
                value,
                keepSamples);
    }

    /** The same with or without samples kept for a later pass. */
    public PassDescriptor withKeepSamples(boolean value) {
        return new PassDescriptor(
                name,
                target,
                clear,
                clearRed,
                clearGreen,
                clearBlue,
                clearAlpha,
                clearDepth,
                value);
    }
}

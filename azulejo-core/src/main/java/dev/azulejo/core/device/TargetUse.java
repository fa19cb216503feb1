package dev.azulejo.core.device;

import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.resource.DeviceAccess;

/** What concerns the target of a pass as a whole, whoever renders its tiles. */
final class TargetUse {
    private TargetUse() {}

    /**
     * Checks that a pass may begin.
     *
     * @throws IllegalStateException if it needs samples that nobody has kept
     */
    static void check(PassDescriptor pass) {
        if (!pass.clear() && !pass.target().samplesValid()) {
            throw new IllegalStateException(
                    "pass '%s' does not clear, but no earlier pass kept the target's samples"
                            .formatted(pass.name()));
        }
    }

    /**
     * Pixels are about to be written: whoever looks after an exception finds that they were.
     *
     * @param pass what is rendered
     * @param needsSamples whether samples are stored whatever the pass says
     */
    static void begin(PassDescriptor pass, boolean needsSamples) {
        var target = pass.target();
        DeviceAccess.written(target);
        DeviceAccess.samplesValid(target, false);
        if (pass.keepSamples() || !pass.clear() || needsSamples) {
            DeviceAccess.requireSampleStorage(target);
        }
    }

    /**
     * All pixels are written.
     *
     * @param pass what was rendered
     * @param all whether who took no part has samples as well
     */
    static void end(PassDescriptor pass, boolean all) {
        DeviceAccess.samplesValid(pass.target(), pass.keepSamples() && all);
        DeviceAccess.drawn(pass.target());
    }
}

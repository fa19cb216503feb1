package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.device.ChipletPackage;
import dev.azulejo.core.device.Gpu;
import dev.azulejo.core.device.GpuGroup;
import dev.azulejo.core.device.GroupFaults;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.report.Recording;
import dev.azulejo.scene.render.Session;

import picocli.CommandLine.Option;

import java.nio.file.Path;

/** Options of {@code render} that show what the GPUs did, or let something befall them. */
final class GpuStudyMixin {
    /** Things that are remembered of each worker: some hundred frames of a few phases. */
    private static final int ROOM = 1 << 14;

    @Option(
            names = "--owners",
            paramLabel = "FILE",
            description =
                    "Writes the last picture once more as a PNG, tinted by which GPU painted what.")
    Path owners;

    @Option(
            names = "--waste",
            paramLabel = "FILE",
            description =
                    "Writes a PNG of where GPUs set up triangles of the last picture for nothing,"
                            + " because they touch none of their own tiles: from black (none) over"
                            + " blue and red to white (16384 or more in a tile of 64x64 pixels).")
    Path waste;

    @Option(
            names = "--timeline",
            paramLabel = "FILE",
            description =
                    "Writes when each worker of each GPU did what as trace-event JSON, which trace"
                            + " viewers open; of a long run the latest.")
    Path timeline;

    @Option(
            names = "--gpu-fault",
            paramLabel = "WHAT",
            description =
                    "Lets something befall GPUs: slow:1x10 (GPU 1 takes ten times as long),"
                        + " dead:2@3 (GPU 2 is lost in frame 3, before its first tile), or"
                        + " dead:2@3:tile=4, :chunk=4, :pretest=4; hang:2@3 (it hangs there, and is"
                        + " given up after --gpu-patience); several after commas. The pictures are"
                        + " the same.")
    String fault;

    private GroupFaults faults = GroupFaults.NONE;
    private Recording recording;

    /** Whether any of the options was given. */
    boolean given() {
        return owners != null || waste != null || timeline != null || fault != null;
    }

    /**
     * Checks what is asked for, before anything is rendered.
     *
     * @param group what has been made of the options of GPUs
     * @param said those options
     */
    void check(Group group, GroupMixin said) {
        if (group.split() == Group.Split.FRAMES) {
            refuseFrames();
        }
        boolean one = group.split() == Group.Split.OFF;
        if (group.split() == Group.Split.BINS && waste != null) {
            throw new UserException(
                    "--waste: chiplets are told what is in their bins: leave --waste out");
        }
        if (one && owners != null) {
            throw new UserException("--owners: one GPU paints everything: --gpus=N expected");
        }
        if (one && waste != null) {
            throw new UserException("--waste: one GPU does nothing for nothing: --gpus=N expected");
        }
        if (fault != null) {
            if (one) {
                throw new UserException("--gpu-fault: nobody replaces one GPU: --gpus=N expected");
            }
            parseFault(group.gpus());
            said.checkForFaults();
        }
        said.checkForHanging(faults.hang());
    }

    /** Adds the files that are written. */
    void addTo(CommandFiles files) {
        files.writes("--owners", owners).writes("--waste", waste).writes("--timeline", timeline);
    }

    private void refuseFrames() {
        if (owners != null || waste != null || timeline != null || fault != null) {
            throw new UserException(
                    "--split=frames: GPUs share no frame: leave --owners, --waste, --timeline and"
                            + " --gpu-fault out");
        }
    }

    private void parseFault(int gpus) {
        try {
            faults = GroupFaults.parse(fault);
            faults.check(gpus);
        } catch (IllegalArgumentException e) {
            throw new UserException("--gpu-fault: " + e.getMessage());
        }
    }

    /** Begins: before the first frame. */
    void begin(Gpu gpu) {
        if (timeline != null) {
            recording = gpu.record(ROOM);
        }
        if (fault == null) {
            return;
        }
        if (gpu instanceof ChipletPackage chiplets) {
            chiplets.suffer(faults);
        } else if (gpu instanceof GpuGroup group) {
            group.suffer(faults);
        }
    }

    /** Writes the files, after the last frame, unless that is ended while nobody takes them. */
    void write(Session session, Cancellation wish) {
        if (owners != null) {
            OwnerPicture.write(owners, session.target(), session.gpu(), wish);
        }
        if (waste != null) {
            var frame = session.inspect();
            WastePicture.write(waste, session.target(), frame.forNothing(), frame.tileSize(), wish);
        }
        if (timeline != null) {
            boolean group = session.gpu().chiplets().isEmpty();
            TraceFile.write(timeline, recording, group ? "GPU" : "team", wish);
        }
    }
}

package dev.azulejo.core.device;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.report.BinPhaseReport;
import dev.azulejo.core.report.ChipletReport;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.report.GpuReport;
import dev.azulejo.core.report.HintQuality;
import dev.azulejo.core.report.Recording;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.core.shader.Kernels;

import java.util.List;
import java.util.Optional;

/** Something that executes command buffers and looks like one GPU. */
public interface Gpu extends AutoCloseable {
    /**
     * Executes all commands and waits for the pixels.
     *
     * @param commands what to draw
     * @return what the frame did; overwritten by the next submit
     * @throws CancelledException if the calling thread is interrupted, or the device closed
     *     meanwhile
     */
    default FrameReport submit(CommandBuffer commands) {
        return submit(commands, Cancellation.NEVER);
    }

    /**
     * Executes all commands and waits for the pixels, unless somebody wishes that they end early.
     *
     * <p>They also do when the calling thread is interrupted or the device is closed. What the
     * targets hold is undefined then, and the next pass must clear them; the next frame has the
     * pixels that it would have had.
     *
     * <p>If a stage of a program throws, its exception comes out here; what the target of that
     * phase holds is undefined then, and the next pass must clear it.
     *
     * @param commands what to draw
     * @param cancellation looked at between chunks and between tiles
     * @return what the frame did; overwritten by the next submit
     * @throws CancelledException if it was ended early; nothing of it goes on then
     * @throws IllegalStateException if a draw call misses state or reads beyond its index buffer,
     *     if another submit has not returned yet, or if the device is closed
     */
    FrameReport submit(CommandBuffer commands, Cancellation cancellation);

    /**
     * Makes a GPU and starts its workers: a {@link Device}, or a {@link GpuGroup} that looks like
     * one.
     *
     * @param options how it works
     */
    static Gpu open(DeviceOptions options) {
        return switch (options.group().split()) {
            case OFF -> new Device(options);
            case BINS -> new ChipletPackage(options);
            case REGIONS, SEQUENTIAL, FRAMES -> new GpuGroup(options);
        };
    }

    /** Returns what it was made with. */
    DeviceOptions options();

    /** Returns the kernels that run: scalar ones if vector ones were wanted and are not there. */
    Kernels kernels();

    /** Looks into the last phase of the last submit. */
    FrameInspection inspect();

    /** Returns what each GPU of a group did in the last frame; empty for one that is alone. */
    default List<GpuReport> gpus() {
        return List.of();
    }

    /**
     * Returns what each chiplet of a package did in the last frame; empty for other GPUs. Where
     * frames overlap it is the one whose report was returned last.
     */
    default List<ChipletReport> chiplets() {
        return List.of();
    }

    /**
     * Returns what became of the coarse bins of a package in the phases of that frame; empty for
     * other GPUs, and where nothing had changed.
     */
    default List<BinPhaseReport> bins() {
        return List.of();
    }

    /**
     * Returns which GPU of a group rendered what in the last phase: for each draw call, in each
     * view, how many of its pieces each GPU processed, {@code [draw][gpu]}; empty for one that is
     * alone. Patches are processed by all, and not counted.
     */
    default int[][] objects() {
        return new int[0][];
    }

    /**
     * Returns how many pieces of each draw call each GPU of a group left out because of a hint, or
     * since they lie elsewhere, like {@link #objects}.
     */
    default int[][] objectsLeftOut() {
        return new int[0][];
    }

    /**
     * Returns how tight the hints of the last phase were that GPUs of a group gave each other. They
     * are held against the scan converter now, which takes about as long as the exact pretest.
     */
    default HintQuality hints() {
        return HintQuality.NOTHING;
    }

    /**
     * Returns who of a group owned what of the last target; of a package, where its coarse bins
     * are, each as an owner; nothing for one that is alone.
     */
    default Optional<RegionMap> map() {
        return Optional.empty();
    }

    /**
     * Begins to note when everybody does what, from the next submit on. Frames cost a little more
     * and allocate as little as before; nobody notes anything until this is called.
     *
     * @param room how much is remembered of each worker, and of frames and phases: the latest
     * @return what grows with each submit; whoever asks again gets a new one, and the old one stays
     *     as it is
     */
    Recording record(int room);

    /** Gives back threads, and ends what is under way. Never throws, waits for nobody. */
    @Override
    void close();
}

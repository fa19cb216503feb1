package dev.azulejo.cli;

import dev.azulejo.cluster.message.CodecException;
import dev.azulejo.cluster.work.UnitWork;
import dev.azulejo.cluster.work.WorkFile;
import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.cancel.DeadlineException;
import dev.azulejo.scene.gltf.LoadLimits;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Paints models for others, by what paints those of a batch, into memory; parts of pictures a
 * {@link FramePainter} renders.
 *
 * <p>Threads: any.
 */
final class ClusterPainter implements UnitWork {
    /** Jobs of which is remembered how they are painted: an environment takes a while. */
    private static final int REMEMBERED = 4;

    private final int slots;
    private final int largest;
    private final FramePainter frames;
    private final Map<Key, Prepared> painters =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Key, Prepared> eldest) {
                    return size() > REMEMBERED;
                }
            };

    private record Key(List<String> options, String environment) {}

    /**
     * Makes one.
     *
     * @param slots models at a time, which share what loading may take
     */
    ClusterPainter(int slots) {
        this(slots, PaintOutcome.LARGEST_FILES);
    }

    /**
     * Makes one.
     *
     * @param largest files of a model, bytes
     */
    ClusterPainter(int slots, int largest) {
        this.slots = slots;
        this.largest = largest;
        frames = new FramePainter(slots);
    }

    @Override
    public void over(Object job) {
        frames.over(job);
    }

    @Override
    public void rest() {
        frames.rest();
    }

    @Override
    public byte[] run(byte[] bytes, List<WorkFile> files, Cancellation cancellation) {
        return runOf("a job", bytes, files, cancellation);
    }

    @Override
    public byte[] runOf(Object job, byte[] bytes, List<WorkFile> files, Cancellation cancellation) {
        if (FrameTask.isOne(bytes)) {
            return frames.run(job, bytes, files, cancellation);
        }
        long start = System.nanoTime();
        var made = new Memory(largest);
        List<String> warnings = List.of();
        String error = null;
        try {
            var task = PaintTask.of(bytes);
            warnings = paint(task, files, made, within(task, cancellation));
        } catch (CodecException e) {
            error = "not a task: " + e.getMessage();
        } catch (DeadlineException e) {
            error = e.getMessage();
        } catch (CancelledException e) {
            throw e;
        } catch (RuntimeException | StackOverflowError e) {
            if (!ClusterContent.isOfScene(e, files)) {
                throw e;
            }
            error = BatchRun.reason(e);
        }
        long elapsed = System.nanoTime() - start;
        return PaintOutcome.fitting(made.all(), warnings, error, elapsed).toBytes();
    }

    private static Cancellation within(PaintTask task, Cancellation cancellation) {
        return task.timeNs() < 0
                ? cancellation
                : cancellation.within(Duration.ofNanos(task.timeNs()));
    }

    private List<String> paint(
            PaintTask task, List<WorkFile> files, Memory made, Cancellation cancellation) {
        var content = ClusterContent.of(files);
        var painter = painter(task, content.environmentFile(), cancellation);
        var pictures = new ArrayList<BatchModel.Picture>();
        for (int i = 0; i < task.pictures().size(); i++) {
            var wanted = task.pictures().get(i);
            var file = Path.of(i + "." + painter.format().extension());
            pictures.add(
                    new BatchModel.Picture(
                            wanted.size(),
                            wanted.camera(),
                            file,
                            Aov.files(painter.command().aovs(), file)));
        }
        made.expect(pictures);
        return painter.paint(
                wish -> content.load(task.model(), painter.limits(), 1, wish),
                pictures,
                made,
                cancellation);
    }

    /** Returns what paints as options say; several threads may come for the same. */
    private BatchPainter painter(PaintTask task, WorkFile environment, Cancellation wish) {
        var key = new Key(task.options(), environment == null ? "" : environment.hash().hex());
        Prepared prepared;
        synchronized (painters) {
            prepared = painters.computeIfAbsent(key, any -> new Prepared());
        }
        var place = environment == null ? null : environment.place();
        return prepared.get(() -> prepare(task.options(), place, wish), wish);
    }

    /** What the first that comes prepares; others wait for it, each no longer than it may. */
    private static final class Prepared {
        private static final long LOOK_MS = 20;

        private final ReentrantLock lock = new ReentrantLock();
        private BatchPainter painter;

        BatchPainter get(Supplier<BatchPainter> maker, Cancellation wish) {
            await(wish);
            try {
                if (painter == null) {
                    painter = maker.get();
                }
                return painter;
            } finally {
                lock.unlock();
            }
        }

        private void await(Cancellation wish) {
            try {
                while (!lock.tryLock(LOOK_MS, TimeUnit.MILLISECONDS)) {
                    wish.check("waiting for the environment");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CancelledException("waiting for the environment was interrupted");
            }
        }
    }

    private BatchPainter prepare(List<String> options, Path environment, Cancellation wish) {
        var command = TaskOptions.read(options, environment);
        // It is read in the place of a model, and stays beside others
        command.environment.load(share(LoadLimits.defaults()), wish);
        var limits = command.limits(wish);
        return new BatchPainter(
                command,
                new BatchCommand(command).settings(wish),
                // A worker renders many, so that its code gets warm
                command.device.options(Integer.MAX_VALUE).withThreads(1),
                share(limits),
                command.format());
    }

    /** Returns what each of the models may ask for that are painted at a time. */
    private LoadLimits share(LoadLimits limits) {
        return limits.withMaxDecodedBytes(limits.maxDecodedBytes() / slots);
    }

    /** Takes in what files are to hold, and says it in the order in which they were asked for. */
    private static final class Memory implements Outputs {
        private final Map<Path, byte[]> files = new LinkedHashMap<>();
        private final int largest;
        private int total;

        Memory(int largest) {
            this.largest = largest;
        }

        void expect(List<BatchModel.Picture> pictures) {
            pictures.forEach(picture -> picture.files().forEach(file -> files.put(file, null)));
        }

        @Override
        public void check(Path file) {
            // There is always room, or no memory
        }

        @Override
        public void write(Path file, WholeFile.Content content) {
            var out =
                    new ByteArrayOutputStream() {
                        @Override
                        public synchronized void write(int value) {
                            take(size(), 1);
                            super.write(value);
                        }

                        @Override
                        public synchronized void write(byte[] bytes, int offset, int length) {
                            take(size(), length);
                            super.write(bytes, offset, length);
                        }
                    };
            try {
                content.write(out);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            byte[] bytes = out.toByteArray();
            total += bytes.length;
            files.put(file, bytes);
        }

        /** Refuses what would be the same anywhere: more than can be sent. */
        private void take(int there, int more) {
            if (there + (long) more > largest - total) {
                throw new UserException(
                        "its files are more than %,d bytes, which is what a worker sends: fewer"
                                        .formatted(largest)
                                + " --views or --sizes expected");
            }
        }

        /** Returns those that were made before the first that was not. */
        List<byte[]> all() {
            var all = new ArrayList<byte[]>();
            for (var file : files.values()) {
                if (file == null) {
                    return all;
                }
                all.add(file);
            }
            return all;
        }
    }
}

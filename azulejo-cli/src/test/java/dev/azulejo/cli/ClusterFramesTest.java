package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.azulejo.cluster.content.ContentStore;
import dev.azulejo.cluster.engine.Engine;
import dev.azulejo.cluster.engine.EngineListener;
import dev.azulejo.cluster.engine.HostPort;
import dev.azulejo.cluster.engine.Peer;
import dev.azulejo.cluster.message.Message;
import dev.azulejo.cluster.message.MessageCodec;
import dev.azulejo.cluster.work.Coordinator;
import dev.azulejo.cluster.work.UnitWork;
import dev.azulejo.cluster.work.WorkFile;
import dev.azulejo.cluster.work.WorkerNode;
import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** One picture over workers of this process: the files of one process, and what it tells. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ClusterFramesTest {
    @TempDir static Path folder;

    private final List<WorkerNode> workers = new ArrayList<>();
    private int port;
    private boolean late;

    @BeforeAll
    static void models() throws IOException {
        Files.writeString(folder.resolve("panes.gltf"), FrameModels.panes());
        Files.writeString(folder.resolve("jumper.gltf"), FrameModels.jumper());
        Files.write(folder.resolve("room.hdr"), RadiancePicture.file());
    }

    @AfterEach
    void close() {
        workers.forEach(WorkerNode::close);
    }

    private WorkerNode worker(UnitWork work) throws IOException {
        int own = ClusterProcess.freePort();
        var others = port == 0 ? "127.0.0.1:" + own : "127.0.0.1:" + port;
        port = port == 0 ? own : port;
        var engine =
                ClusterPlaces.engine(
                        ClusterPlaces.discovery(others), HostPort.parse("127.0.0.1:" + own), null);
        var node =
                new WorkerNode(
                        late ? new Late(engine) : engine,
                        Release.NAME,
                        1,
                        ContentStore.temporary(folder, "store-", 1 << 24),
                        work,
                        line -> {});
        node.join();
        workers.add(node);
        return node;
    }

    private static Map<String, byte[]> files(Path output) throws IOException {
        var files = new TreeMap<String, byte[]>();
        try (var all = Files.list(output)) {
            for (var file : all.toList()) {
                files.put(file.getFileName().toString(), Files.readAllBytes(file));
            }
        }
        return files;
    }

    private static String run(String line, Path output, String... more) throws IOException {
        Files.createDirectories(output);
        var arguments = new ArrayList<String>();
        arguments.add("render");
        var said = line.replace("FOLDER", folder.toString()).replace("OUT", output.toString());
        arguments.addAll(List.of(said.split(" ")));
        arguments.addAll(List.of(more));
        return CommandRun.run(arguments.toArray(String[]::new));
    }

    private String[] there(String... more) {
        var options = new ArrayList<>(List.of(more));
        options.add("--cluster=127.0.0.1:" + port);
        return options.toArray(String[]::new);
    }

    /** All that a picture can be made of, whole pictures, sequences and movies. */
    @Test
    void filesAreThoseOfOneProcess() throws Exception {
        worker(new ClusterPainter(1));
        worker(new ClusterPainter(2));
        String[] lines = {
            "demo:teapot -o OUT/a.png --size=150x110 --split=regions",
            "demo:teapot -o OUT/a.png --size=90x70 --tessellate=pn --edge-pixels=20"
                    + " --early-z=off --window=100 --tile=16 --split=regions --regions=strips",
            "FOLDER/panes.gltf -o OUT/a.png --size=150x110 --samples=8 --shadows=on --bins=5",
            "FOLDER/panes.gltf -o OUT/a.png --size=140x100 --bits=16 --background=transparent",
            "FOLDER/panes.gltf -o OUT/a.jpg --size=97x83 --stereo=0.05 --ground --occlusion"
                    + " --environment=FOLDER/room.hdr --background=environment:0.3 --samples=1",
            "FOLDER/panes.gltf -o OUT/a.rgba --size=64x64 --camera=0 --shatter=0.2 --explode=0.3"
                    + " --split=regions --regions=interleaved:16 --samples=16",
            "FOLDER/panes.gltf -o OUT/a.png --size=80x60 --frames=5 --reuse=tiles",
            "FOLDER/panes.gltf -o OUT/a.png --size=80x60 --animate --fps=4 --turntable --frames=3",
            "FOLDER/jumper.gltf -o OUT/a.png --size=64x64 --animate --fps=1",
            "FOLDER/panes.gltf -o OUT/a.gif --size=48x32 --frames=3 --fps=10",
            "FOLDER/panes.gltf -o OUT/a.apng --size=48x32 --frames=2 --background=transparent",
            "FOLDER/panes.gltf -o OUT/a.png --size=97x83 --aov=depth,normal,id --stereo=0.05"
                    + " --occlusion --explode=0.2 --ground",
            "FOLDER/jumper.gltf -o OUT/a.jpg --size=80x60 --animate --fps=1 --reuse=tiles"
                    + " --aov=id --tile=16 --split=regions --bits=8 --shadows=off --camera=0",
            "demo:teapot -o OUT/a.png --size=90x70 --bits=16 --aov=normal --bins=3 --tessellate=pn",
            // Pictures of one worker do not follow each other, so that no tile is what it was
            "FOLDER/jumper.gltf -o OUT/a.png --size=64x64 --animate --fps=2 --split=frames"
                    + " --reuse=tiles --shadows=off --aov=depth --tile=16",
        };
        int pictures = 0;
        for (int i = 0; i < lines.length; i++) {
            var here = folder.resolve("here" + i);
            var there = folder.resolve("there" + i);
            // Ways to share a picture out are others there, or not there
            var local = lines[i].replaceAll(" --(split|regions|bins)=\\S+", "");
            assertThat(run(local, here)).as(local).startsWith("0\n");
            var said = run(lines[i], there, there("--kernels=scalar"));
            assertThat(said).as(lines[i]).startsWith("0\n").contains("azulejo: cluster: ");
            var wanted = files(here);
            var found = files(there);
            assertThat(found.keySet()).as(lines[i]).isEqualTo(wanted.keySet());
            for (var name : wanted.keySet()) {
                assertThat(found.get(name))
                        .as("%s: %s", lines[i], name)
                        .isEqualTo(wanted.get(name));
                pictures++;
            }
        }
        // The animation of the second lasts four seconds, which only a worker knows
        int moving = 3 * 8;
        assertThat(pictures).isEqualTo(6 + 5 + 3 + 4 + 2 + 5 + 3 * 4 + 2 + moving);
        assertThat(workers).allMatch(worker -> worker.health().done() > 0);
    }

    /**
     * Workers that have shown the picture before send all of one that follows a gap; what follows a
     * picture that was rendered comes without what is as it was.
     */
    @Test
    void sequencesAreGoneOnWith() throws Exception {
        worker(new ClusterPainter(1));
        var line =
                "FOLDER/jumper.gltf -o OUT/a.png --size=64x64 --samples=1 --tile=16 --animate"
                        + " --fps=2 --shadows=off --camera=0 --kernels=scalar --reuse=tiles"
                        + " --aov=id";
        var here = folder.resolve("went");
        assertThat(run(line, here)).isEqualTo("0\n");
        var wanted = files(here);
        var output = Files.createDirectory(folder.resolve("goes"));
        // How many pictures there are a worker says, which has rendered the first one by then
        var stands = Files.createDirectory(output.resolve("a0003.png"));
        assertThat(run(line, output, there())).endsWith(stands + ": is a folder\n");
        Files.delete(stands);
        Files.delete(output.resolve("a0001.id.png"));
        var report = folder.resolve("goes.json");
        var said = run(line, output, there("--resume", "--report=" + report));
        assertThat(said)
                .startsWith("0\nazulejo: note: --resume: 2 of 8 pictures are there, 6 are rendered")
                .doesNotContain("pixels that are none");
        var frames = new ObjectMapper().readTree(report.toFile()).get("frames");
        assertThat(frames.findValuesAsText("frame")).containsExactly("1", "3", "4", "5", "6", "7");
        var kept = frames.findValuesAsText("tiles_unchanged");
        assertThat(kept.subList(0, 2)).containsExactly("0", "0");
        assertThat(kept.subList(2, 6)).doesNotContain("0");
        // All is there, so that nobody is asked, nor need be there
        workers.forEach(WorkerNode::close);
        assertThat(run(line, output, there("--resume")))
                .isEqualTo(
                        "0\nazulejo: note: --resume: 8 of 8 pictures are there, 0 are rendered\n");
        var found = files(output);
        found.remove("a.png.journal");
        assertThat(found.keySet()).isEqualTo(wanted.keySet());
        found.forEach((name, bytes) -> assertThat(bytes).as(name).isEqualTo(wanted.get(name)));
    }

    /** Warnings and notes come from where the scene is, each once. */
    @Test
    void whatIsToldIsWhatOneProcessTells() throws Exception {
        worker(new ClusterPainter(1));
        var line =
                "FOLDER/panes.gltf -o OUT/a.png --size=32x32 --shadows=on --line-width=2"
                        + " --environment=FOLDER/room.hdr --tessellate=pn --kernels=scalar";
        var here = run(line, folder.resolve("told"));
        assertThat(here).contains("azulejo: note: --line-width: ", "azulejo: note: --shadows: ");
        var there = run(line, folder.resolve("told"), there());
        assertThat(there.replaceAll("azulejo: cluster: .*\n", "")).isEqualTo(here);
    }

    /** Also before anything is rendered: where nobody is there, and where files are read. */
    @Test
    void aDeadlineHoldsFromTheBeginning() throws Exception {
        var line = "FOLDER/panes.gltf -o OUT/a.png --size=32x32 --deadline=";
        port = ClusterProcess.freePort();
        long begin = System.nanoTime();
        assertThat(run(line + "1", folder.resolve("nobody"), there()))
                .isEqualTo("1\nazulejo: joining: not done within 1 s, its deadline\n");
        assertThat(System.nanoTime() - begin).isLessThan(8_000_000_000L);
        port = 0;
        worker(new ClusterPainter(1));
        assertThat(run(line + "0.0001", folder.resolve("nobody"), there()))
                .startsWith("1\nazulejo: ")
                .endsWith(": not done within 1.0E-4 s, its deadline\n");
        var command = TaskOptions.readSequence(List.of(), null);
        command.cluster.cluster = "127.0.0.1:" + port;
        try (var job = ClusterJob.open(command, 1, Cancellation.NEVER)) {
            var over = new Cancellation();
            over.cancel();
            assertThatThrownBy(() -> job.content(folder.resolve("panes.gltf").toString(), over))
                    .isInstanceOf(CancelledException.class);
            assertThatThrownBy(() -> job.awaitWorkers(over)).isInstanceOf(CancelledException.class);
        }
    }

    /** By an hour, forwards or back, while members are counted. */
    @Test
    void aClockThatLeapsEndsNoJob() throws Exception {
        worker(new ClusterPainter(1));
        var command = TaskOptions.readSequence(List.of(), null);
        command.cluster.cluster = "127.0.0.1:" + port;
        long hour = Duration.ofHours(1).toNanos();
        for (long leap : new long[] {hour, -hour}) {
            var looks = new AtomicInteger(Integer.MIN_VALUE);
            var ahead = new AtomicLong();
            LongSupplier clock =
                    () -> {
                        if (looks.incrementAndGet() == 3) {
                            ahead.set(leap);
                        }
                        return System.nanoTime() + ahead.get();
                    };
            try (var job = ClusterJob.open(command, 1, Cancellation.NEVER, clock)) {
                looks.set(0);
                var soon = Cancellation.after(Duration.ofSeconds(20));
                assertThat(job.awaitWorkers(soon)).isOne();
                assertThat(ahead.get()).isEqualTo(leap);
                var made = job.submit(new byte[] {1}, List.of());
                assertThat(PaintOutcome.of(job.await(made, soon)).error()).contains("not a task");
                assertThat(job.counts().given()).isOne();
            }
        }
    }

    /**
     * Four for each, of which one takes a while to answer, of one picture; two of each of several.
     */
    @Test
    void partsAreAsManyAsWorkersAskFor() throws Exception {
        late = true;
        worker(new ClusterPainter(1));
        late = false;
        worker(new ClusterPainter(1));
        worker(new ClusterPainter(1));
        awaitMembers(3);
        assertParts("demo:sphere -o OUT/a.png --size=320x240 --kernels=scalar", 12, 1);
        assertParts("demo:sphere -o OUT/a.png --size=320x240 --kernels=scalar --frames=2", 3, 2);
        var whole = " --frames=2 --split=frames";
        assertParts("demo:sphere -o OUT/a.png --size=320x240 --kernels=scalar" + whole, 1, 2);
        assertParts("FOLDER/jumper.gltf -o OUT/a.png --size=64x64 --animate --fps=1", 3, 4);
    }

    /** One alone renders whole pictures of several, unless they are large; of one picture parts. */
    @Test
    void onlyLargePicturesOfSeveralAreCutForOneWorker() throws Exception {
        worker(new ClusterPainter(1));
        assertParts("demo:sphere -o OUT/a.png --size=64x48 --kernels=scalar", 8, 1);
        assertParts("demo:sphere -o OUT/a.png --size=64x48 --frames=2 --kernels=scalar", 1, 2);
        assertParts("demo:sphere -o OUT/a.png --size=64x48 --frames=2 --bins=3", 3, 2);
        // Three of these have no pixels
        assertParts("demo:sphere -o OUT/a.png --size=16x16 --frames=2 --bins=4", 1, 2);
        // Of 64 MB each at most
        assertThat(ClusterFrames.parts(false, 1, 1 << 26)).isEqualTo(1);
        assertThat(ClusterFrames.parts(false, 1, (1 << 26) + 1)).isEqualTo(2);
        assertThat(ClusterFrames.parts(false, 2, 4L << 26)).isEqualTo(4);
        assertThat(ClusterFrames.parts(false, 2, (4L << 26) + 1)).isEqualTo(5);
        // What is seen in them is 16 bytes
        assertThat(ClusterFrames.pixelBytes(8, false)).isEqualTo(4);
        assertThat(ClusterFrames.pixelBytes(16, false)).isEqualTo(16);
        assertThat(ClusterFrames.pixelBytes(8, true)).isEqualTo(20);
        assertThat(ClusterFrames.pixelBytes(16, true)).isEqualTo(32);
        assertThat(ClusterFrames.parts(true, 1, 1)).isEqualTo(8);
        assertThat(ClusterFrames.parts(true, 3, 1)).isEqualTo(12);
    }

    /** Seventeen workers would have 68 parts of one picture, which has 64 at most. */
    @Test
    void partsHaveABoundHoweverManyWorkersThereAre() {
        assertThat(ClusterFrames.bins(null, ClusterFrames.parts(true, 16, 1))).isEqualTo(64);
        assertThat(ClusterFrames.bins(null, ClusterFrames.parts(true, 17, 1))).isEqualTo(64);
        assertThat(ClusterFrames.bins(null, 8)).isEqualTo(8);
        assertThat(ClusterFrames.bins(1, 8)).isOne();
        assertThat(ClusterFrames.bins(64, 8)).isEqualTo(64);
        for (int wrong : new int[] {-1, 0, 65}) {
            assertThatThrownBy(() -> ClusterFrames.bins(wrong, 8))
                    .isInstanceOf(UserException.class)
                    .hasMessage("--bins=%d is not in 1..64", wrong);
        }
    }

    /** Renders, and says of each part which picture it is of and how that is cut. */
    private static final class Noting implements UnitWork {
        final List<FrameTask> tasks = new ArrayList<>();
        private final UnitWork work = new ClusterPainter(1);
        private final Consumer<FrameTask> before;

        Noting(Consumer<FrameTask> before) {
            this.before = before;
        }

        @Override
        public byte[] run(byte[] task, List<WorkFile> files, Cancellation wish) {
            var read = FrameTask.of(task);
            synchronized (tasks) {
                tasks.add(read);
            }
            before.accept(read);
            return work.run(task, files, wish);
        }
    }

    private static void waitToBeClosed() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * The pictures that are handed in when another worker has come, and when it has gone again. The
     * first worker takes its time until the command has heard of that.
     */
    @Test
    void eachPictureIsCutForThoseWhoAreThere() throws Exception {
        var line =
                "FOLDER/jumper.gltf -o OUT/a.png --size=128x64 --samples=1 --frames=40"
                        + " --kernels=scalar --shadows=off";
        assertThat(run(line, folder.resolve("alone"))).startsWith("0\n");
        var begun = new CountDownLatch(1);
        var second = new AtomicReference<WorkerNode>();
        var work =
                new Noting(
                        task -> {
                            try {
                                if (task.frame() == 2 && second.get() == null) {
                                    second.set(
                                            worker(
                                                    new Noting(
                                                            own -> {
                                                                begun.countDown();
                                                                waitToBeClosed();
                                                            })));
                                } else if (second.get() != null && begun.getCount() == 0) {
                                    if (workers.remove(second.get())) {
                                        second.get().close();
                                    } else if (task.split().parts() == 2) {
                                        Thread.sleep(200);
                                    }
                                } else if (second.get() != null) {
                                    Thread.sleep(200);
                                }
                            } catch (IOException | InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        });
        worker(work);
        var report = report(line);
        var parts = each(report, "parts");
        var asText = parts.stream().map(String::valueOf).collect(Collectors.joining());
        // One picture more than the one that is waited for is handed in
        assertThat(asText).matches("1111*22*11*").hasSize(40);
        assertThat(report.get("settings").get("parts").asInt()).isEqualTo(1);
        var ofTwo = report.get("frames").get(parts.indexOf(2));
        assertThat(ofTwo.get("split").asText()).isEqualTo("bins");
        var wanted = files(folder.resolve("alone"));
        assertThat(files(folder.resolve("report"))).containsAllEntriesOf(wanted);
        var scenes = work.tasks.stream().map(FrameTask::sequence).distinct();
        assertThat(scenes).as("a scene is prepared once").hasSize(1);
    }

    /**
     * Three workers have whole pictures of a turntable, each its own and one more: none is done
     * before three are begun.
     */
    @Test
    void wholePicturesAreSharedOut() throws Exception {
        var line =
                "FOLDER/jumper.gltf -o OUT/a.png --size=128x64 --samples=1 --frames=9"
                        + " --kernels=scalar --shadows=off";
        assertThat(run(line, folder.resolve("whole"))).startsWith("0\n");
        var begun = new CountDownLatch(3);
        var all = new ArrayList<Noting>();
        for (int i = 0; i < 3; i++) {
            all.add(
                    new Noting(
                            task -> {
                                begun.countDown();
                                await(begun);
                            }));
            worker(all.getLast());
        }
        awaitMembers(3);
        var report = report(line);
        assertThat(each(report, "parts")).hasSize(9).containsOnly(1);
        report.get("frames")
                .forEach(frame -> assertThat(frame.get("split").asText()).isEqualTo("frames"));
        assertThat(files(folder.resolve("report")))
                .containsAllEntriesOf(files(folder.resolve("whole")));
        var frames = new TreeSet<Integer>();
        for (var work : all) {
            synchronized (work.tasks) {
                work.tasks.forEach(task -> frames.add(task.frame()));
                assertThat(work.tasks).as("each has some").isNotEmpty();
            }
        }
        assertThat(frames).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8);
        // Who says otherwise has parts
        assertThat(each(report(line, "--split=bins"), "parts")).containsOnly(3);
        assertThat(each(report(line, "--bins=2"), "parts")).containsOnly(2);
        // The last worker would have less than two of these
        assertThat(each(report(line.replace("=9", "=5")), "parts")).containsOnly(3);
    }

    /** One that goes amid whole pictures: its picture is another one's, and two share parts. */
    @Test
    void wholePicturesOutliveAWorker() throws Exception {
        var line =
                "FOLDER/jumper.gltf -o OUT/a.png --size=128x64 --samples=1 --frames=24"
                        + " --kernels=scalar --shadows=off";
        assertThat(run(line, folder.resolve("outlived"))).startsWith("0\n");
        var begun = new CountDownLatch(1);
        var gone = new AtomicReference<WorkerNode>();
        var staying =
                new Noting(
                        task -> {
                            await(begun);
                            if (workers.remove(gone.get())) {
                                gone.get().close();
                            }
                        });
        worker(staying);
        worker(new Noting(task -> await(begun)));
        gone.set(
                worker(
                        new Noting(
                                task -> {
                                    begun.countDown();
                                    waitToBeClosed();
                                })));
        awaitMembers(3);
        var report = report(line);
        var splits = new ArrayList<String>();
        report.get("frames").forEach(frame -> splits.add(frame.get("split").asText()));
        assertThat(splits).hasSize(24).startsWith("frames").endsWith("bins");
        assertThat(each(report, "parts").getLast()).isEqualTo(2);
        assertThat(files(folder.resolve("report")))
                .containsAllEntriesOf(files(folder.resolve("outlived")));
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void wholePicturesAreForManyWorkersAndCamerasThatTurn() {
        assertThat(ClusterFrames.areWhole(true, 6, 3)).isTrue();
        assertThat(ClusterFrames.areWhole(true, 5, 3)).isFalse();
        assertThat(ClusterFrames.areWhole(true, 6, 2)).isFalse();
        assertThat(ClusterFrames.areWhole(false, 6, 3)).isFalse();
        // Two for each, as long as these have no more than 256 MB; one more of what is in parts
        assertThat(ClusterFrames.ahead(true, 3, 1 << 20)).isEqualTo(6);
        assertThat(ClusterFrames.ahead(true, 3, 1 << 26)).isEqualTo(4);
        assertThat(ClusterFrames.ahead(true, 3, 1L << 30)).isEqualTo(1);
        assertThat(ClusterFrames.ahead(false, 3, 1 << 20)).isEqualTo(1);
        // Parts have their workers, whole pictures do not
        var parts = new FrameSplit(FrameSplit.BINS, 3);
        assertThat(ClusterFrames.place(parts, 2)).isEqualTo(2);
        assertThat(ClusterFrames.place(new FrameSplit(FrameSplit.FRAMES, 1), 0))
                .isEqualTo(Coordinator.ANYWHERE);
    }

    /** Two parts of which one takes longer: from the sixth picture on it is smaller. */
    @Test
    void partsThatTakeLongBecomeSmaller() throws Exception {
        var line =
                "FOLDER/jumper.gltf -o OUT/a.png --size=512x64 --samples=1 --frames=16"
                        + " --kernels=scalar --shadows=off";
        assertThat(run(line, folder.resolve("even"))).startsWith("0\n");
        UnitWork slow =
                new UnitWork() {
                    private final UnitWork work = new ClusterPainter(1);

                    @Override
                    public byte[] run(byte[] task, List<WorkFile> files, Cancellation wish) {
                        var outcome = FrameOutcome.of(work.run(task, files, wish));
                        boolean isLeft = FrameTask.of(task).part() == 0;
                        return new FrameOutcome(
                                        outcome.told(),
                                        outcome.error(),
                                        outcome.frames(),
                                        outcome.prepared(),
                                        isLeft ? 30_000_000 : 10_000_000,
                                        outcome.pixels(),
                                        outcome.surface())
                                .toBytes();
                    }
                };
        worker(slow);
        worker(slow);
        awaitMembers(2);
        var report = report(line);
        var splits = new ArrayList<String>();
        report.get("frames").forEach(frame -> splits.add(frame.get("split").asText()));
        // 20 of 30 ms are 171 of 256 columns, half of the way 213, and 224 is next; the fifth was
        // handed in with the fourth
        assertThat(splits.subList(0, 5)).containsOnly("bins");
        // After eight more once again: 20 of 30 are 149 of 224, and 187 is half of the way
        assertThat(splits.subList(5, 14)).containsOnly("cuts:224|");
        assertThat(splits.subList(14, 16)).containsOnly("cuts:192|");
        assertThat(each(report, "parts")).containsOnly(2);
        assertThat(files(folder.resolve("report")))
                .containsAllEntriesOf(files(folder.resolve("even")));
        var told = report(line, "--bins=2");
        told.get("frames").forEach(frame -> assertThat(frame.get("parts").asInt()).isEqualTo(2));
    }

    private void assertParts(String line, int parts, int pictures) throws IOException {
        var report = report(line);
        assertThat(report.get("settings").get("parts").asInt()).as(line).isEqualTo(parts);
        assertThat(report.get("frames")).as(line).hasSize(pictures);
        assertThat(report.get("cluster").get("workers").asInt()).isEqualTo(workers.size());
    }

    /** The sum over a picture's pixels is for a report alone: else it is not even looked at. */
    @Test
    void nothingIsSummedForNobody() {
        var command = TaskOptions.readSequence(List.of(), null);
        var split = new FrameSplit(FrameSplit.BINS, 1);
        var unread = new ClusterReport("demo:cube", command, split, 1, 1);
        unread.begin(split, 1);
        unread.frame(0, null, 1);
        assertThat(unread.text()).isEqualTo("; 0 tiles, 0 of them unchanged");
        command.report = Path.of("report.json");
        var read = new ClusterReport("demo:cube", command, split, 1, 1);
        read.begin(split, 1);
        assertThatThrownBy(() -> read.frame(0, null, 1)).isInstanceOf(NullPointerException.class);
    }

    /** Answers late. */
    private record Late(Engine engine) implements Engine {
        @Override
        public int longest() {
            return engine.longest();
        }

        @Override
        public void join(EngineListener listener) {
            engine.join(listener);
        }

        @Override
        public Peer self() {
            return engine.self();
        }

        @Override
        public void send(Peer to, byte[] message) {
            try {
                if (MessageCodec.decode(message) instanceof Message.Ready) {
                    Thread.sleep(120);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            engine.send(to, message);
        }

        @Override
        public void close() {
            engine.close();
        }
    }

    /** Whatever workers say: it has an end. */
    @Test
    void whatWorkersTellIsBounded() throws Exception {
        var work = new ClusterPainter(1);
        var lines = new AtomicInteger();
        worker(
                (task, files, wish) -> {
                    var outcome = FrameOutcome.of(work.run(task, files, wish));
                    var told =
                            IntStream.range(0, 3_000)
                                    .mapToObj(i -> "note: " + lines.incrementAndGet())
                                    .toList();
                    return new FrameOutcome(
                                    told,
                                    outcome.error(),
                                    outcome.frames(),
                                    outcome.prepared(),
                                    outcome.elapsedNs(),
                                    outcome.pixels(),
                                    outcome.surface())
                            .toBytes();
                });
        var line = "FOLDER/panes.gltf -o OUT/a.png --size=32x32 --kernels=scalar";
        var said = run(line, folder.resolve("much"), there());
        assertThat(said).startsWith("0\n");
        assertThat(said.lines().filter(one -> one.startsWith("azulejo: note: "))).hasSize(10_000);
    }

    /** Nor is it told without end where lines are long: 139 of 60,000 fit into 8 MB. */
    @Test
    void whatWorkersTellIsBoundedInCharacters() throws Exception {
        var work = new ClusterPainter(1);
        worker(
                (task, files, wish) -> {
                    var outcome = FrameOutcome.of(work.run(task, files, wish));
                    int part = FrameTask.of(task).part();
                    var told =
                            IntStream.range(0, 20)
                                    .mapToObj(i -> "note: %059994d".formatted(20 * part + i))
                                    .toList();
                    return new FrameOutcome(
                                    told,
                                    null,
                                    outcome.frames(),
                                    outcome.prepared(),
                                    outcome.elapsedNs(),
                                    outcome.pixels(),
                                    outcome.surface())
                            .toBytes();
                });
        var line = "FOLDER/panes.gltf -o OUT/a.png --size=64x64 --kernels=scalar";
        var said = run(line, folder.resolve("long"), there());
        assertThat(said).startsWith("0\n");
        assertThat(said.lines().filter(one -> one.startsWith("azulejo: note: "))).hasSize(139);
    }

    private JsonNode report(String line, String... more) throws IOException {
        var output = folder.resolve("report");
        var file = folder.resolve("report.json");
        var options = new ArrayList<>(List.of(more));
        options.add("--report=" + file);
        assertThat(run(line, output, there(options.toArray(String[]::new)))).startsWith("0\n");
        return new ObjectMapper().readTree(file.toFile());
    }

    private static List<Integer> each(JsonNode report, String name) {
        return IntStream.range(0, report.get("frames").size())
                .mapToObj(frame -> report.get("frames").get(frame).get(name).asInt())
                .toList();
    }

    /** A square stands for two pictures in one of 16 tiles, jumps, and stands in another. */
    @Test
    void tilesThatDidNotChangeDoNotTravel() throws Exception {
        worker(new ClusterPainter(1));
        var line =
                "FOLDER/jumper.gltf -o OUT/a.png --size=64x64 --samples=1 --tile=16 --animate"
                        + " --fps=1 --frames=4 --shadows=off --camera=0 --kernels=scalar";
        int prepared = 1;
        for (var split : List.of("--split=bins", "--split=regions")) {
            var reused = report(line, split, "--reuse=tiles");
            assertThat(each(reused, "tiles")).containsExactly(16, 16, 16, 16);
            assertThat(each(reused, "tiles_unchanged")).containsExactly(0, 16, 14, 16);
            var anew = report(line, split, "--reuse=off");
            assertThat(each(anew, "tiles_unchanged")).containsExactly(0, 0, 0, 0);
            for (var frame : anew.get("frames")) {
                double unpack = frame.get("unpack_ms").asDouble();
                assertThat(unpack).isPositive().isLessThan(frame.get("ms").asDouble());
            }
            for (int frame = 0; frame < 4; frame++) {
                assertThat(reused.get("frames").get(frame).get("sha256"))
                        .isEqualTo(anew.get("frames").get(frame).get("sha256"));
            }
            var bytes = each(reused, "pixel_bytes");
            var all = each(anew, "pixel_bytes");
            assertThat(bytes.get(0)).isEqualTo(all.get(0));
            // Of nothing what is left is a head for each part
            assertThat(bytes.get(1)).isLessThan(all.get(1) / 2);
            assertThat(bytes.get(2)).isBetween(bytes.get(1) + 1, all.get(2) - 1);
            var cluster = reused.get("cluster");
            int parts = reused.get("settings").get("parts").asInt();
            assertThat(cluster.get("parts").asInt()).isEqualTo(4 * parts);
            assertThat(cluster.get("given").asInt()).isEqualTo(4 * parts);
            assertThat(cluster.get("lost").asInt()).isZero();
            // Cut in another way it is the same scene
            assertThat(cluster.get("scenes_prepared").asInt()).isEqualTo(prepared);
            prepared = 0;
        }
        // The scene went there once
        var again = report(line, "--reuse=tiles");
        assertThat(again.get("cluster").get("content_bytes").asInt()).isZero();
        assertThat(again.get("frames").get(0).get("sha256").asText()).hasSize(64);
    }

    /** Renders as others do, and damages some of what comes of it, each part once at most. */
    private static final class Damaging implements UnitWork {
        final AtomicInteger damaged = new AtomicInteger();
        private final Set<Integer> seen = new HashSet<>();
        private final UnitWork work = new ClusterPainter(1);
        private final Random random = new Random(5);

        @Override
        public synchronized byte[] run(byte[] task, List<WorkFile> files, Cancellation wish) {
            byte[] bytes = work.run(task, files, wish);
            if (!seen.add(Arrays.hashCode(task)) || random.nextInt(3) > 0) {
                return bytes;
            }
            damaged.incrementAndGet();
            // Pixels, or what is seen in them
            int at = bytes.length / 3 + random.nextInt(bytes.length - bytes.length / 3);
            bytes[at] ^= (byte) (1 << random.nextInt(8));
            return bytes;
        }
    }

    @Test
    void partsThatAreDamagedAreRenderedAgain() throws Exception {
        var damaging = new Damaging();
        worker(damaging);
        var line = "FOLDER/panes.gltf -o OUT/a.png --size=80x60 --frames=3 --kernels=scalar";
        assertThat(run(line, folder.resolve("sound"))).startsWith("0\n");
        var said = run(line, folder.resolve("damaged"), there("--bins=8"));
        assertThat(said)
                .startsWith("0\n")
                .contains("azulejo: a worker sent pixels that are none: ");
        assertThat(damaging.damaged.get()).isPositive();
        var wanted = files(folder.resolve("sound"));
        files(folder.resolve("damaged"))
                .forEach((name, bytes) -> assertThat(bytes).isEqualTo(wanted.get(name)));
        // Names are not among what depths and normals say
        int before = damaging.damaged.get();
        var more = line + " --aov=depth,normal";
        assertThat(run(more, folder.resolve("surfaces"))).startsWith("0\n");
        said = run(more, folder.resolve("spoilt"), there("--bins=8"));
        assertThat(said).startsWith("0\n").contains("azulejo: a worker sent ");
        assertThat(damaging.damaged.get()).isGreaterThan(before);
        var surfaces = files(folder.resolve("surfaces"));
        assertThat(surfaces).hasSize(3 * 4);
        files(folder.resolve("spoilt"))
                .forEach((name, bytes) -> assertThat(bytes).isEqualTo(surfaces.get(name)));
        workers.removeLast().close();
        port = 0;
        var asked = new AtomicInteger();
        worker(
                (task, files, wish) -> {
                    asked.addAndGet(FrameTask.of(task).frame() == 0 ? 1 : 0);
                    return new byte[] {1, 2, 3};
                });
        assertThat(run(line, folder.resolve("nothing"), there()))
                .startsWith("2\nazulejo: a worker sent what is no outcome: ")
                .contains("azulejo: workers sent what is no outcome, 3 times, the last: ")
                .hasLineCount(3);
        assertThat(asked).hasValue(3);
    }

    /** Nor is there anything beside pixels that nobody has asked for. */
    @Test
    void moreThanWasAskedForIsRefused() throws Exception {
        var work = new ClusterPainter(1);
        worker(
                (bytes, files, wish) -> {
                    var outcome = FrameOutcome.of(work.run(bytes, files, wish));
                    return new FrameOutcome(
                                    outcome.told(),
                                    null,
                                    outcome.frames(),
                                    outcome.prepared(),
                                    outcome.elapsedNs(),
                                    outcome.pixels(),
                                    new byte[1])
                            .toBytes();
                });
        var line = "FOLDER/jumper.gltf -o OUT/a.png --size=16x16 --kernels=scalar";
        assertThat(run(line, folder.resolve("more"), there()))
                .isEqualTo(
                        "2\nazulejo: a worker sent pixels that are none: more than was asked for\n"
                                + "azulejo: workers sent pixels that are none, 3 times\n");
    }

    /** What cannot be rendered is refused as one process refuses it, though nobody is there. */
    @Test
    void aWrongCommandAsksNobody() throws Exception {
        port = ClusterProcess.freePort();
        for (var wrong :
                List.of(
                        "--early-z=views",
                        "--fps=0 --animate",
                        "--edge-pixels=0.1",
                        "--background=nonsense",
                        "--camera=orbit:x")) {
            var line = "FOLDER/jumper.gltf -o OUT/a.png --size=8x8 " + wrong;
            var here = run(line, folder.resolve("wrong"));
            assertThat(here).as(wrong).startsWith("2\n");
            assertThat(run(line, folder.resolve("wrong"), there())).isEqualTo(here);
        }
    }

    /** What a movie cannot be, and what there are too many pictures for: only who has it knows. */
    @Test
    void whatTheMovieForbidsIsToldAsByOneProcess() throws Exception {
        worker(new ClusterPainter(1));
        var out = folder.resolve("forbidden");
        for (var wrong :
                List.of(
                        "-o OUT/a.gif --size=8x8 --frames=2 --background=transparent",
                        "-o OUT/a.mp4 --size=9x8 --frames=2",
                        "-o - --size=8x8 --animate --fps=1",
                        "-o /dev/null --format=png --size=8x8 --animate --fps=1")) {
            var line = "FOLDER/jumper.gltf " + wrong;
            var here = run(line, out);
            assertThat(here).as(wrong).startsWith("2\nazulejo: ").hasLineCount(2);
            assertThat(run(line, out, there())).as(wrong).isEqualTo(here);
        }
        assertThat(files(out)).isEmpty();
    }

    /** There is none before the first, of which tiles could be left. */
    @Test
    void nothingOfTheFirstPictureIsLeftOut() throws Exception {
        var work = new ClusterPainter(1);
        var asked = new AtomicInteger();
        worker(
                (bytes, files, wish) -> {
                    var task = FrameTask.of(bytes);
                    if (task.frame() > 0) {
                        return work.run(bytes, files, wish);
                    }
                    asked.incrementAndGet();
                    work.run(bytes, files, wish);
                    var second = new FrameTask(task.sequence(), task.split(), 1, task.part(), true);
                    return work.run(second.toBytes(), files, wish);
                });
        var line =
                "FOLDER/jumper.gltf -o OUT/a.png --size=64x64 --samples=1 --tile=16 --animate"
                        + " --fps=1 --frames=4 --shadows=off --camera=0 --kernels=scalar"
                        + " --reuse=tiles";
        assertThat(run(line, folder.resolve("left"), there()))
                .startsWith("2\nazulejo: a worker sent pixels that are none: ")
                .endsWith("azulejo: workers sent pixels that are none, 3 times\n");
        assertThat(asked).hasValue(3);
        assertThat(files(folder.resolve("left"))).isEmpty();
    }

    /** Paints once another worker has been asked: else there might be nothing left for it. */
    private record Second(CountDownLatch asked, ClusterPainter painter) implements UnitWork {
        @Override
        public byte[] run(byte[] task, List<WorkFile> files, Cancellation wish) {
            return painter.run(task, files, wish);
        }

        @Override
        public byte[] runOf(Object job, byte[] task, List<WorkFile> files, Cancellation wish) {
            try {
                assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return painter.runOf(job, task, files, wish);
        }

        @Override
        public void over(Object job) {
            painter.over(job);
        }

        @Override
        public void rest() {
            painter.rest();
        }
    }

    /** While the first of three pictures waits for somebody to read it, the third is drawn. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void workersDoNotWaitForAFileToBeWritten() throws Exception {
        var output = Files.createDirectories(folder.resolve("slow"));
        var pipe = output.resolve("a0000.png");
        var made = new ProcessBuilder("mkfifo", pipe.toString()).start();
        assertThat(made.waitFor()).isZero();
        var third = new CountDownLatch(1);
        var painter = new ClusterPainter(1);
        worker(
                (task, files, wish) -> {
                    if (FrameTask.of(task).frame() == 2) {
                        third.countDown();
                    }
                    return painter.run(task, files, wish);
                });
        // Reads late, whatever comes: the command would wait for ever
        var early = new AtomicBoolean();
        var first =
                CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                early.set(third.await(60, TimeUnit.SECONDS));
                                return Files.readAllBytes(pipe);
                            } catch (IOException | InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        },
                        work -> Thread.ofPlatform().daemon().start(work));
        var line = "FOLDER/jumper.gltf -o OUT/a.png --size=64x64 --frames=3 --kernels=scalar";
        assertThat(run(line, output, there())).startsWith("0\n");
        assertThat(run(line, folder.resolve("quick"))).startsWith("0\n");
        var wanted = files(folder.resolve("quick"));
        assertThat(first.get(60, TimeUnit.SECONDS)).isEqualTo(wanted.get("a0000.png"));
        assertThat(early).as("the third was asked for").isTrue();
        assertThat(output.resolve("a0002.png")).hasBinaryContent(wanted.get("a0002.png"));
    }

    /**
     * One that sends nothing of use, and one that cannot do anything: the other one does it all.
     */
    @Test
    void aBadWorkerDoesNotEndAPicture() throws Exception {
        var line = "FOLDER/jumper.gltf -o OUT/a.png --size=64x64 --frames=3 --kernels=scalar";
        assertThat(run(line, folder.resolve("one"))).startsWith("0\n");
        var wanted = files(folder.resolve("one"));
        UnitWork garbage = (task, files, wish) -> new byte[] {1, 2, 3};
        UnitWork fails =
                (task, files, wish) -> {
                    throw new UncheckedIOException(new IOException("no space left"));
                };
        for (var bad : List.of(garbage, fails)) {
            var asked = new CountDownLatch(1);
            var sound = worker(new Second(asked, new ClusterPainter(1)));
            var other =
                    worker(
                            (task, files, wish) -> {
                                asked.countDown();
                                return bad.run(task, files, wish);
                            });
            awaitMembers(2);
            var output = folder.resolve("bad" + workers.size());
            assertThat(run(line, output, there())).startsWith("0\n");
            var found = files(output);
            assertThat(found.keySet()).isEqualTo(wanted.keySet());
            found.forEach((name, bytes) -> assertThat(bytes).isEqualTo(wanted.get(name)));
            assertThat(sound.health().done()).isGreaterThanOrEqualTo(3 * 2);
            while (other.health().done() + other.health().gaveUp() == 0) {
                Thread.sleep(5);
            }
            workers.forEach(WorkerNode::close);
            workers.clear();
            port = 0;
        }
    }

    private void awaitMembers(int count) throws InterruptedException {
        for (var worker : workers) {
            while (worker.health().members() < count) {
                Thread.sleep(5);
            }
        }
    }

    /** What is wrong with a model is told as one process tells it. */
    @Test
    void whatIsWrongIsToldInOneLine() throws Exception {
        worker(new ClusterPainter(1));
        Files.writeString(folder.resolve("broken.gltf"), "{");
        var broken = "FOLDER/broken.gltf -o OUT/a.png --size=8x8";
        var here = run(broken, folder.resolve("wrong"));
        assertThat(here).startsWith("2\n").hasLineCount(2);
        assertThat(run(broken, folder.resolve("wrong"), there())).isEqualTo(here);
        var still = "demo:sphere -o OUT/a.png --size=8x8 --animate";
        assertThat(run(still, folder.resolve("wrong"), there()))
                .isEqualTo("2\nazulejo: --animate: the scene has no animation\n");
        // Only who has the scene knows that it has patches
        var idle = "demo:teapot -o OUT/a.png --size=8x8 --window=100 --early-z=clusters,records=8";
        assertThat(run(idle, folder.resolve("wrong")))
                .startsWith("2\nazulejo: --early-z: records=N would have no effect with patches");
        assertThat(run(idle, folder.resolve("wrong"), there()))
                .isEqualTo(run(idle, folder.resolve("wrong")));
        var good = "demo:sphere -o OUT/a.png --size=8x8 ";
        Map.of(
                        "--reference", "--reference: not with --cluster: it paints whole pictures",
                        "--threads=2", "--threads: not with --cluster: each worker of a cluster",
                        "--gpus=2", "--gpus, --gpu-weights, --pretest, --pieces, --deal, --ahead,",
                        "--split=off", "--split=off: with --cluster regions, bins or frames",
                        "--regions=strips", "--regions: not with --cluster: --split=regions",
                        "--bins=65", "--bins=65 is not in 1..64",
                        "--bins=0", "--bins=0 is not in 1..64",
                        "--split=regions --regions=dynamic", "--regions=dynamic: with --cluster",
                        "--reuse=tiles",
                                "--reuse: 'tiles' would have no effect: there is one frame",
                        "--split=regions --bins=4", "--bins: not with --cluster: --split=bins")
                .forEach(
                        (option, why) -> {
                            try {
                                assertThat(run(good + option, folder.resolve("wrong"), there()))
                                        .startsWith("2\nazulejo: " + why)
                                        .hasLineCount(2);
                            } catch (IOException e) {
                                throw new AssertionError(e);
                            }
                        });
        Map.of(
                        "",
                        "--split=frames: not with --cluster: there is one picture, and whole ones",
                        " --frames=2 --bins=2",
                        "--bins: not with --cluster: --split=bins expected",
                        " --frames=2 --regions=strips",
                        "--regions: not with --cluster: --split=regions expected")
                .forEach(
                        (option, why) -> {
                            try {
                                var all = good + "--split=frames" + option;
                                assertThat(run(all, folder.resolve("wrong"), there()))
                                        .startsWith("2\nazulejo: " + why)
                                        .hasLineCount(2);
                            } catch (IOException e) {
                                throw new AssertionError(e);
                            }
                        });
        assertThat(files(folder.resolve("wrong"))).isEmpty();
    }
}

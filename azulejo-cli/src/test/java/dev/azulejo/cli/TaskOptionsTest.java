package dev.azulejo.cli;

import static dev.azulejo.core.cancel.Cancellation.NEVER;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.cluster.message.CodecException;
import dev.azulejo.cluster.message.MessageCodec;
import dev.azulejo.cluster.work.WorkFile;
import dev.azulejo.scene.image.PictureFormat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** What goes to the workers of a cluster, and how it is read there. */
class TaskOptionsTest {
    /** Of the command, of files that it reads or writes, of one scene, or in the task itself. */
    private static final Set<String> STAY =
            Set.of(
                    "--ahead",
                    "--animate",
                    "--assign",
                    "--bins",
                    "--camera",
                    "--cluster",
                    "--cluster-key",
                    "--deadline",
                    "--deal",
                    "--environment",
                    "--environment-cache",
                    "--fps",
                    "--frames",
                    "--gpu-fault",
                    "--gpu-help",
                    "--gpu-patience",
                    "--gpu-pixels",
                    "--gpu-weights",
                    "--gpus",
                    "--help",
                    "--list",
                    "--output",
                    "--overlap",
                    "--owners",
                    "--pieces",
                    "--pretest",
                    "--regions",
                    "--report",
                    "--results",
                    "--resume",
                    "--shard",
                    "--size",
                    "--sizes",
                    "--split",
                    "--threads",
                    "--timeline",
                    "--timeout",
                    "--turntable",
                    "--version",
                    "--views",
                    "--visibility",
                    "--waste");

    private static List<String> given(String... arguments) {
        var line = new CommandLine(new RenderCommand()).setCaseInsensitiveEnumValuesAllowed(true);
        return TaskOptions.given(line.parseArgs(arguments));
    }

    /** A new option goes to workers, or somebody says that it does not. */
    @Test
    void everyOptionGoesOrStays() {
        var all = new TreeSet<String>();
        new CommandLine(new RenderCommand())
                .getCommandSpec()
                .options()
                .forEach(option -> all.add(option.longestName()));
        var known = new TreeSet<>(TaskOptions.TRAVEL);
        assertThat(known).doesNotContainAnyElementsOf(STAY);
        known.addAll(STAY);
        assertThat(all).isEqualTo(known);
    }

    /** Techniques are those of the device; any other option that goes may change a picture. */
    @Test
    void whatChangesNoByteIsOfTheDevice() {
        var device =
                new CommandLine(new DeviceMixin())
                        .getCommandSpec().options().stream().map(OptionSpec::longestName);
        assertThat(device.filter(TaskOptions.TRAVEL::contains))
                .containsExactlyInAnyOrderElementsOf(TaskOptions.TECHNIQUES);
        assertThat(TaskOptions.decidesBytes("--samples")).isTrue();
        assertThat(TaskOptions.decidesBytes("--frames")).isTrue();
        assertThat(TaskOptions.decidesBytes("--reuse")).isFalse();
        assertThat(TaskOptions.decidesBytes("--threads")).isFalse();
    }

    /** None that goes names a file: whoever reads it would open what a stranger says. */
    @Test
    void noOptionThatGoesIsAPath() {
        var names = new TreeSet<>(TaskOptions.TRAVEL);
        names.addAll(TaskOptions.OF_SEQUENCES);
        var all = new CommandLine(new RenderCommand()).getCommandSpec();
        for (var name : names) {
            var option = all.findOption(name);
            assertThat(option.type()).as(name).isNotEqualTo(Path.class);
            assertThat(option.paramLabel()).as(name).doesNotContain("FILE");
        }
    }

    @Test
    void optionsAreReadAsTheyWereGiven() {
        var options =
                given(
                        "a.glb",
                        "-o",
                        "out",
                        "--aov=depth,id",
                        "--samples=8",
                        "--background",
                        "ff8000",
                        "--early-z=before,after",
                        "--reference",
                        "--format",
                        "JPEG",
                        "--size=8x8",
                        "--views=orbit:1,2/orbit:3,4",
                        "--ground",
                        "--ground-mirror=0.25",
                        "--time=0.5",
                        "--tessellate=pn");
        assertThat(options)
                .containsExactlyInAnyOrder(
                        "--aov=depth,id",
                        "--samples=8",
                        "--background=ff8000",
                        "--early-z=before,after",
                        "--reference",
                        "--format=JPEG",
                        "--ground",
                        "--ground-mirror=0.25",
                        "--time=0.5",
                        "--tessellate=pn");
        var read = TaskOptions.read(options, null);
        assertThat(read.ground.mirrors()).isEqualTo(0.25f);
        assertThat(read.aovs()).containsExactlyInAnyOrder(Aov.DEPTH, Aov.ID);
        assertThat(read.samples).isEqualTo(8);
        assertThat(read.background).isEqualTo("ff8000");
        assertThat(read.device.early).containsExactly("before", "after");
        assertThat(read.device.reference).isTrue();
        assertThat(read.format()).isEqualTo(PictureFormat.JPEG);
        assertThat(TaskOptions.read(List.of(), null).format()).isEqualTo(PictureFormat.PNG);
        assertThat(TaskOptions.read(List.of(), Path.of("room")).environment.file)
                .isEqualTo(Path.of("room"));
    }

    /** Of every flag that goes, whatever it is called. */
    @Test
    void aFlagThatDoesNotHoldDoesNotHoldElsewhere() {
        int flags = 0;
        for (var option : new CommandLine(new RenderCommand()).getCommandSpec().options()) {
            String name = option.longestName();
            if (!TaskOptions.TRAVEL.contains(name) || option.arity().max() > 0) {
                continue;
            }
            assertThat(given("a.glb", "-o", "out", name + "=false"))
                    .containsExactly(name + "=false");
            assertThat(given("a.glb", "-o", "out", name + "=true")).containsExactly(name);
            assertThat(given("a.glb", "-o", "out", name)).containsExactly(name);
            flags++;
        }
        assertThat(flags).as("--ground, --occlusion, --reference").isEqualTo(3);
        assertThat(TaskOptions.read(List.of("--reference=false"), null).device.reference).isFalse();
    }

    @Test
    void whatIsNoOptionOfAPictureIsRefused() {
        for (var wrong :
                List.of(
                        "--report=/etc/passwd",
                        "--environment=/etc/passwd",
                        "-o=/etc/passwd",
                        "--list=/etc/passwd",
                        "@/etc/passwd",
                        "demo:teapot",
                        "--",
                        "")) {
            assertThatThrownBy(() -> TaskOptions.read(List.of(wrong), null))
                    .isInstanceOf(UserException.class)
                    .hasMessage("not an option of a picture: " + wrong);
        }
        for (var wrong : List.of("--samples=5", "--samples=x", "--samples", "--bits=3")) {
            assertThatThrownBy(() -> TaskOptions.read(List.of(wrong), null))
                    .as(wrong)
                    .isInstanceOf(UserException.class);
        }
    }

    /** Of one scene more goes; also the number of pictures, and from where each is seen. */
    @Test
    void optionsOfASequenceAreReadAsTheyWereGiven() {
        assertThat(TaskOptions.TRAVEL).doesNotContainAnyElementsOf(TaskOptions.OF_SEQUENCES);
        assertThat(STAY).containsAll(TaskOptions.OF_SEQUENCES);
        var line = new CommandLine(new RenderCommand());
        var options =
                TaskOptions.givenOfSequence(
                        line.parseArgs(
                                "a.glb",
                                "-o",
                                "out",
                                "--size=8x9",
                                "--frames=7",
                                "--turntable",
                                "--animate",
                                "--fps=5",
                                "--camera=orbit:1,2",
                                "--split=bins",
                                "--report=r.json"));
        assertThat(options)
                .containsExactlyInAnyOrder(
                        "--size=8x9",
                        "--frames=7",
                        "--turntable",
                        "--animate",
                        "--fps=5",
                        "--camera=orbit:1,2");
        var read = TaskOptions.readSequence(options, null);
        assertThat(read.size).isEqualTo(new Size(8, 9));
        assertThat(read.count()).isEqualTo(7);
        assertThat(read.turns(7)).isTrue();
        assertThat(read.animation.animate).isTrue();
        assertThat(read.camera).isEqualTo("orbit:1,2");
        assertThatThrownBy(() -> TaskOptions.readSequence(List.of("--report=r.json"), null))
                .hasMessage("not an option of a picture: --report=r.json");
        assertThatThrownBy(() -> TaskOptions.read(List.of("--frames=7"), null))
                .hasMessage("not an option of a picture: --frames=7");
    }

    private static FrameTask frameTask() {
        var split = new FrameSplit("interleaved:64", 12);
        var sequence = new FrameTask.Sequence("a.glb", List.of("--samples=8"));
        return new FrameTask(sequence, split, 99_999, 11, true);
    }

    @Test
    void tasksOfPartsAreReadAsTheyWereWritten() {
        assertThat(FrameTask.of(frameTask().toBytes())).isEqualTo(frameTask());
        assertThat(FrameTask.isOne(frameTask().toBytes())).isTrue();
        assertThat(FrameTask.isOne(task().toBytes())).isFalse();
        assertThat(FrameTask.isOne(new byte[0])).isFalse();
        var sequence = frameTask().sequence();
        var split = frameTask().split();
        assertThatThrownBy(
                        () -> FrameTask.of(new FrameTask(sequence, split, 0, 12, false).toBytes()))
                .isInstanceOf(CodecException.class)
                .hasMessage("12 is not in 0..11");
        assertThatThrownBy(
                        () ->
                                FrameTask.of(
                                        new FrameTask(sequence, split, 100_000, 0, false)
                                                .toBytes()))
                .hasMessage("100000 is not in 0..99999");
        var none = new FrameSplit("bins", 0);
        assertThatThrownBy(() -> FrameTask.of(new FrameTask(sequence, none, 0, 0, false).toBytes()))
                .hasMessage("a picture without parts");
        var outcome =
                new FrameOutcome(
                        List.of("note: a"), null, 3, 2, 7, new byte[] {1, 2}, new byte[] {3});
        var read = FrameOutcome.of(outcome.toBytes());
        assertThat(read.told()).containsExactly("note: a");
        assertThat(read.error()).isNull();
        assertThat(read.frames()).isEqualTo(3);
        assertThat(read.prepared()).isEqualTo(2);
        assertThat(read.elapsedNs()).isEqualTo(7);
        assertThat(read.pixels()).containsExactly(1, 2);
        assertThat(read.surface()).containsExactly(3);
        var failed = FrameOutcome.of(FrameOutcome.failed(List.of("w"), "why").toBytes());
        assertThat(failed.error()).isEqualTo("why");
        assertThat(failed.told()).containsExactly("w");
        var empty = new FrameOutcome(List.of(), null, 0, 0, 0, new byte[0], new byte[0]);
        assertThatThrownBy(() -> FrameOutcome.of(empty.toBytes()))
                .hasMessage("a sequence without pictures");
    }

    /** What nobody has checked before it went is refused where it arrives. */
    @Test
    void tasksThatCannotBeDoneAreToldSo() {
        var painter = new ClusterPainter(1);
        var layouts =
                Map.of(
                        "spirals",
                        "--regions: 'spirals' is not strips",
                        "cuts:16",
                        "--regions: cuts of columns and of rows expected",
                        "cuts:16|16",
                        "--regions: 2 owners for 2 column(s) and 2 row(s): 4 expected",
                        "cuts:|",
                        "--regions: 2 owners for 1 column(s) and 1 row(s): 1 expected",
                        "cuts:|5",
                        "--regions: row cut 0 is 5: a multiple of 16 above 0 expected",
                        "cuts:|one",
                        "--regions: a cut is no number",
                        "strips",
                        "picture 100000 of 1: fewer",
                        "cuts:|16",
                        "picture 100000 of 1: fewer");
        layouts.forEach(
                (layout, why) -> {
                    var sequence =
                            new FrameTask.Sequence(
                                    "demo:sphere",
                                    List.of("--size=8x8", "--samples=1", "--kernels=scalar"));
                    var split = new FrameSplit(layout, 2);
                    var bytes = new FrameTask(sequence, split, 99_999, 1, false).toBytes();
                    var outcome = FrameOutcome.of(painter.run(bytes, List.of(), NEVER));
                    assertThat(outcome.error()).startsWith(why);
                });
        var files = FrameOutcome.of(painter.run(frameTask().toBytes(), List.of(), NEVER));
        assertThat(files.error()).isEqualTo("a.glb: came without its file");
        var cut = Arrays.copyOf(frameTask().toBytes(), 9);
        assertThat(FrameOutcome.of(painter.run(cut, List.of(), NEVER)).error())
                .startsWith("not a task: cut off");
        painter.rest();
    }

    private static PaintTask task() {
        return new PaintTask(
                "models/ä.glb",
                List.of("--samples=8", "--reference"),
                List.of(
                        new PaintTask.Wanted(new Size(8, 9), null),
                        new PaintTask.Wanted(new Size(10, 11), "orbit:1,2")),
                5_000_000_000L);
    }

    @Test
    void tasksAndOutcomesAreReadAsTheyWereWritten() {
        assertThat(PaintTask.of(task().toBytes())).isEqualTo(task());
        var outcome =
                new PaintOutcome(List.of(new byte[] {1}, new byte[0]), List.of("w"), "error", 7);
        var read = PaintOutcome.of(outcome.toBytes());
        assertThat(read.files()).hasSize(2);
        assertThat(read.files().get(0)).containsExactly(1);
        assertThat(read.warnings()).containsExactly("w");
        assertThat(read.error()).isEqualTo("error");
        assertThat(read.elapsedNs()).isEqualTo(7);
        var good = new PaintOutcome(List.of(), List.of(), null, 0);
        assertThat(PaintOutcome.of(good.toBytes())).isEqualTo(good);
    }

    /** A deadline is heard while a worker reads the picture of surroundings, too. */
    @Test
    void surroundingsTakeNoLongerThanAModelMay(@TempDir Path folder) throws IOException {
        var room = Files.write(folder.resolve("room.hdr"), RadiancePicture.file());
        var files = List.of(WorkFile.of(PaintTask.ENVIRONMENT, room));
        var wanted = List.of(new PaintTask.Wanted(new Size(8, 9), null));
        var task = new PaintTask("demo:sphere", List.of(), wanted, 0);
        var painter = new ClusterPainter(1);
        assertThat(PaintOutcome.of(painter.run(task.toBytes(), files, NEVER)).error())
                .isEqualTo("loading %s: not done within 0 s, its deadline".formatted(room));
    }

    private static PaintTask task(String model, String option, int pictures, String camera) {
        var wanted = new PaintTask.Wanted(new Size(8, 9), camera);
        return new PaintTask(model, List.of(option), Collections.nCopies(pictures, wanted), -1);
    }

    /** What passes is read by a worker, and what is refused is not. */
    @Test
    void whatAWorkerWouldRefuseIsNotSent() {
        task("m", "--fine", 1_000, "orbit:1,2").check();
        task("m".repeat(4_096), "x".repeat(4_096), 1, "c".repeat(4_096)).check();
        PaintTask.of(task("m", "--fine", 1_000, "orbit:1,2").toBytes());
        PaintTask.of(task("m".repeat(4_096), "x".repeat(4_096), 1, "c".repeat(4_096)).toBytes());
        var tooLarge =
                Map.of(
                        task("m", "x", 1_001, null), "1,001 pictures of a model, 1,000 at most",
                        task("ä".repeat(2_049), "x", 1, null), "the name of the model is 4,098",
                        task("m", "x".repeat(4_097), 1, null), "an option is 4,097 bytes long",
                        task("m", "x", 1, "c".repeat(4_097)), "a view is 4,097 bytes long",
                        task("m", "x", 16, "c".repeat(4_096)), "of a model are 65,770 bytes");
        tooLarge.forEach(
                (task, why) ->
                        assertThatThrownBy(task::check)
                                .isInstanceOf(UserException.class)
                                .hasMessageContaining(why)
                                .hasMessageNotContaining("\n"));
        var longest = "n".repeat(1_017);
        assertThat(PaintTask.beside(longest)).hasSize(MessageCodec.LONGEST_NAME);
        assertThatThrownBy(() -> PaintTask.beside(longest + "n"))
                .hasMessageStartingWith(
                        "a name of a file in it is 1,018 bytes long, 1,017 at most");
    }

    /** Texts that are too long are cut where they come from, not refused where they arrive. */
    @Test
    void textsOfAnOutcomeAreCut() {
        // Characters of three bytes, so that the bound is in the middle of one
        var text = "€".repeat(30_000);
        var outcome = PaintOutcome.fitting(List.of(), List.of(text, "short"), text, 0);
        var read = PaintOutcome.of(outcome.toBytes());
        assertThat(read.error()).isEqualTo("€".repeat(21_844) + "…");
        assertThat(read.warnings()).containsExactly("€".repeat(21_844) + "…", "short");
        var many = IntStream.range(0, 10_001).mapToObj(Integer::toString).toList();
        read = PaintOutcome.of(PaintOutcome.fitting(List.of(), many, null, 0).toBytes());
        assertThat(read.warnings()).hasSize(10_000).startsWith("0").endsWith("2 more warnings");
        // 128 of 65,535 bytes are less than 8 MB, 129 are more
        var large = Collections.nCopies(200, text);
        read = PaintOutcome.of(PaintOutcome.fitting(List.of(), large, null, 0).toBytes());
        assertThat(read.warnings()).hasSize(129).endsWith("72 more warnings");
    }

    /** It is the same anywhere, so that nobody need try again; what was made before goes. */
    @Test
    void anOutcomeThatIsTooLargeIsFinal() {
        var task =
                new PaintTask(
                        "demo:sphere",
                        List.of("--samples=1", "--kernels=scalar"),
                        List.of(
                                new PaintTask.Wanted(new Size(8, 8), null),
                                new PaintTask.Wanted(new Size(64, 64), null)),
                        -1);
        var whole = PaintOutcome.of(new ClusterPainter(1).run(task.toBytes(), List.of(), NEVER));
        assertThat(whole.error()).isNull();
        assertThat(whole.files()).hasSize(2);
        int all = whole.files().stream().mapToInt(file -> file.length).sum();
        var fits = new ClusterPainter(1, all).run(task.toBytes(), List.of(), NEVER);
        assertThat(PaintOutcome.of(fits).error()).isNull();
        var cut =
                PaintOutcome.of(
                        new ClusterPainter(1, all - 1).run(task.toBytes(), List.of(), NEVER));
        assertThat(cut.files()).hasSize(1);
        assertThat(cut.files().getFirst()).isEqualTo(whole.files().getFirst());
        assertThat(cut.error())
                .isEqualTo(
                        "its files are more than %,d bytes, which is what a worker sends: fewer"
                                + " --views or --sizes expected",
                        all - 1);
    }

    @Test
    void damagedTasksAndOutcomesAreReadOrRefused() {
        var random = new Random(4);
        byte[][] all = {
            task().toBytes(),
            new PaintOutcome(List.of(new byte[] {1}), List.of("w"), "error", 7).toBytes(),
            frameTask().toBytes(),
            new FrameOutcome(List.of("w"), "error", 3, 2, 7, new byte[] {1}, new byte[] {2})
                    .toBytes()
        };
        int refused = 0;
        for (int i = 0; i < 200_000; i++) {
            byte[] bytes = all[i % 4].clone();
            int at = random.nextInt(bytes.length);
            if (random.nextInt(4) == 0) {
                bytes = Arrays.copyOf(bytes, at);
            } else {
                bytes[at] = (byte) random.nextInt(256);
            }
            try {
                byte[] again =
                        switch (i % 4) {
                            case 0 -> PaintTask.of(bytes).toBytes();
                            case 1 -> PaintOutcome.of(bytes).toBytes();
                            case 2 -> FrameTask.of(bytes).toBytes();
                            default -> FrameOutcome.of(bytes).toBytes();
                        };
                assertThat(again).isEqualTo(bytes);
            } catch (CodecException e) {
                refused++;
            }
        }
        assertThat(refused).isBetween(60_000, 180_000);
    }
}

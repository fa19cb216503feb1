package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.azulejo.core.options.Bins;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.screen.RegionLayout;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import picocli.CommandLine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import javax.imageio.ImageIO;

/** GPUs that share a frame, from the command line. */
class GroupOptionsTest {
    @TempDir Path folder;

    private static Group parse(String words) {
        var mixin = new GroupMixin();
        var line = words.isEmpty() ? new String[0] : words.split(" ");
        new CommandLine(mixin).parseArgs(line);
        return mixin.options();
    }

    @Test
    void whatIsSaidIsWhatIsDone() {
        assertThat(parse("")).isEqualTo(Group.ONE);
        assertThat(parse("--gpus=1")).isEqualTo(Group.ONE);
        assertThat(parse("--split=off")).isEqualTo(Group.ONE);
        assertThat(parse("--gpus=4")).isEqualTo(Group.of(4));
        assertThat(parse("--gpus=1 --split=regions")).isEqualTo(Group.of(1));
        assertThat(parse("--gpus=3 --split=duplicate"))
                .isEqualTo(Group.of(3).withPretest(Group.Pretest.OFF));
        assertThat(parse("--gpus=4 --split=sequential --regions=modulo:64"))
                .isEqualTo(
                        Group.of(4)
                                .withLayout(new RegionLayout.Modulo(64))
                                .withSplit(Group.Split.SEQUENTIAL));
        assertThat(parse("--gpu-weights=2,1 --split=frames"))
                .isEqualTo(Group.of(2).withWeights(List.of(2, 1)).withSplit(Group.Split.FRAMES));
        assertThat(parse("--gpu-weights=2,1,0").weights()).isEqualTo(List.of(2, 1, 0));
        assertThat(parse("--gpus=2 --regions=balanced:64").layout())
                .isEqualTo(new RegionLayout.Balanced(64, 64));
        assertThat(parse("--gpus=2 --pretest=exact --ahead=7"))
                .isEqualTo(Group.of(2).withPretest(Group.Pretest.EXACT).withAhead(7));
        assertThat(parse("--gpus=2 --ahead=all")).isEqualTo(Group.of(2));
        assertThat(parse("--gpus=2 --pieces=draws --deal=handover --ahead=auto"))
                .isEqualTo(
                        Group.of(2)
                                .withPieces(Group.Pieces.DRAWS)
                                .withDeal(Group.Deal.HANDOVER)
                                .withAhead(Group.MEASURED));
        assertThat(parse("--gpus=4 --split=bins"))
                .isEqualTo(Group.of(4).withSplit(Group.Split.BINS));
        assertThat(parse("--gpus=4 --split=bins --bins=12 --visibility=full --assign=static"))
                .isEqualTo(
                        Group.of(4)
                                .withSplit(Group.Split.BINS)
                                .withBins(
                                        new Bins(12, Bins.Vertices.FULL, Bins.Assignment.STATIC)));
        assertThat(parse("--gpu-weights=2,1 --split=bins --visibility=positions"))
                .isEqualTo(
                        Group.of(2)
                                .withWeights(List.of(2, 1))
                                .withSplit(Group.Split.BINS)
                                .withBins(Bins.DEFAULT.withVertices(Bins.Vertices.POSITIONS)));
        assertThat(parse("--gpus=2 --gpu-help=off --gpu-patience=70").teamwork())
                .isEqualTo(new Group.Teamwork(false, 70, Group.Pixels.SHARED));
        assertThat(parse("--gpus=2 --gpu-help=on")).isEqualTo(Group.of(2));
        assertThat(parse("--gpus=2 --gpu-pixels=messages").teamwork())
                .isEqualTo(Group.Teamwork.DEFAULT.withPixels(Group.Pixels.MESSAGES));
        assertThat(parse("--gpus=2 --gpu-pixels=shared")).isEqualTo(Group.of(2));
        assertThat(parse("--gpus=2 --deal=statistics").deal()).isEqualTo(Group.Deal.STATISTICS);
        assertThat(parse("--gpus=4 --deal=weights:2,1,1,0"))
                .isEqualTo(Group.of(4).withPretestWeights(List.of(2, 1, 1, 0)));
        assertThat(parse("--gpu-weights=3,1 --deal=weights:0,1"))
                .isEqualTo(
                        Group.of(2).withWeights(List.of(3, 1)).withPretestWeights(List.of(0, 1)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--gpus=0 --split=regions | --gpus=0 is not in 1..64",
                "--gpus=1 --split=regions --gpu-help=on | --gpus=1: nobody else is there",
                "--gpus=1 --split=duplicate --gpu-pixels=messages | --gpus=1: nobody else is there",
                "--gpus=65 | --gpus=65 is not in 1..64",
                "--gpus=2 --split=off | --split=off is one GPU: leave --gpus=2 out",
                "--gpus=2 --split=tiles | --split=tiles: expected regions, duplicate, sequential,"
                        + " frames, bins or off",
                "--gpus=2 --split=bins --bins=0 | bins=0 is not in 1..64",
                "--gpus=2 --split=bins --bins=65 | bins=65 is not in 1..64",
                "--gpus=2 --split=bins --visibility=all | --visibility=all: expected positions,"
                        + " full or auto",
                "--gpus=2 --split=bins --assign=fair | --assign=fair: expected static or dynamic",
                "--gpus=2 --split=bins --regions=strips | --split=bins has bins, no regions of",
                "--gpus=2 --split=bins --pretest=exact | leave --regions, --pretest, --pieces,",
                "--gpus=2 --split=bins --deal=even | --split=bins has bins, no regions of GPUs",
                "--gpus=2 --split=bins --ahead=2 | --split=bins has bins, no regions of GPUs",
                "--gpus=2 --bins=8 | --visibility and --assign are for --split=bins, not for",
                "--gpus=2 --split=frames --assign=static | not for --split=frames",
                "--bins=8 | for --split=bins: --gpus=N --split=bins expected",
                "--visibility=full | for --split=bins: --gpus=N --split=bins expected",
                "--assign=static | for --split=bins: --gpus=N --split=bins expected",
                "--gpus=2 --split=bins --gpu-weights=0,0 | no GPU renders: every weight is 0",
                "--gpus=2 --split=frames --pretest=exact | --split=frames shares no frame",
                "--gpus=2 --split=frames --regions=strips | --split=frames shares no frame",
                "--gpus=2 --split=sequential --ahead=3 | maps primitives by their bounds",
                "--gpus=2 --split=frames --gpu-weights=1,0 | has nothing to do",
                "--pretest=exact | are for several GPUs: --gpus=N expected",
                "--ahead=2 | are for several GPUs: --gpus=N expected",
                "--gpu-help=on | are for several GPUs: --gpus=N expected",
                "--gpu-patience=9 | are for several GPUs: --gpus=N expected",
                "--gpus=2 --gpu-help=yes | --gpu-help=yes: on or off expected",
                "--gpu-pixels=messages | are for several GPUs: --gpus=N expected",
                "--gpus=2 --gpu-pixels=bytes | --gpu-pixels=bytes: expected shared or messages",
                "--gpus=2 --gpu-patience=0 | patience=0 ms is not in 1..3600000",
                "--gpus=2 --split=frames --gpu-help=off | --split=frames shares no frame",
                "--gpus=2 --pretest=maybe | --pretest=maybe: expected off, bounds, primitives",
                "--gpus=2 --pretest=off --ahead=2 | nothing comes ahead: leave --ahead out",
                "--gpus=2 --pieces=some | --pieces=some: expected draws, chunks, primitives or"
                        + " auto",
                "--gpus=2 --deal=fairly | --deal=fairly: expected even, weights, statistics or",
                "--gpus=4 --deal=weights:2,1 | --deal=weights: 2 weights for 4 GPUs",
                "--gpus=2 --deal=weights:0,0 | nobody pretests: every weight is 0",
                "--gpus=2 --deal=weights:1,1001 | weight=1001 of a GPU's pretests is not in",
                "--gpus=2 --deal=weights:1,x | 'x' is no number: weights:2,1,1,0 expected, one a",
                "--gpus=2 --deal=weights: | '' is no number: weights:2,1,1,0 expected, one a GPU",
                "--gpus=2 --deal=handover:1,2 | --deal=handover:1,2: expected even, weights,",
                "--gpus=2 --split=frames --deal=weights:1,2 | --split=frames shares no frame",
                "--gpus=2 --pretest=off --deal=even | nothing is dealt: leave --pieces and --deal",
                "--gpus=2 --split=duplicate --pieces=draws | leave --pretest, --pieces, --deal",
                "--deal=even | are for several GPUs: --gpus=N expected",
                "--gpus=2 --pretest=bounds --pieces=primitives | says nothing of primitives",
                "--gpus=2 --ahead=some | --ahead=some: auto, all, or 1 or more expected",
                "--gpus=2 --ahead=0 | --ahead=0: auto, all, or 1 or more expected",
                "--gpus=2 --split=duplicate --pretest=exact | pretests nothing",
                "--gpus=2 --pretest=off --ahead=all | nothing comes ahead: leave --ahead out",
                "--gpus=1 --split=regions --pretest=exact | --split=regions: one GPU has nobody to",
                "--gpus=1 --split=regions --pieces=draws | leave --pretest, --pieces, --deal and",
                "--gpus=1 --split=regions --deal=even | one GPU has nobody to tell: leave",
                "--gpus=1 --split=regions --ahead=2 | one GPU has nobody to tell: leave",
                "--gpus=3 --gpu-weights=1,2 | --gpu-weights: 2 weights for 3 GPUs",
                "--gpus=2 --gpu-weights=0,0 | no GPU renders: every weight is 0",
                "--gpus=2 --gpu-weights=1,1001 | weight=1001 of a GPU is not in 0..1000",
                "--gpus=2 --regions=squares | strips, quadrants",
                "--gpus=2 --regions=interleaved:17 | power of two",
            })
    void whatCannotBeIsOneLine(String words, String expected) {
        assertThatThrownBy(() -> parse(words))
                .isInstanceOf(UserException.class)
                .hasMessageContaining(expected)
                .extracting(Throwable::getMessage)
                .asString()
                .startsWith("--");
    }

    private int run(String... words) {
        return Main.run(words);
    }

    private JsonNode render(String name, String... more) throws IOException {
        var words =
                new ArrayList<>(
                        List.of("render", "demo:teapot", "--size", "96x96", "--threads", "2"));
        words.addAll(List.of("-o", folder.resolve(name + ".png").toString()));
        words.addAll(List.of("--report", folder.resolve(name + ".json").toString()));
        words.addAll(List.of(more));
        assertThat(run(words.toArray(String[]::new))).isZero();
        return new ObjectMapper().readTree(folder.resolve(name + ".json").toFile());
    }

    /** Frames in turn are the same files; a report says whose each was. */
    @Test
    void framesInTurnAreTheSameFiles() throws IOException {
        var one = render("alone", "--frames=4");
        var turns = render("turns", "--frames=4", "--gpus=3", "--split=frames");
        for (int frame = 0; frame < 4; frame++) {
            assertThat(folder.resolve("turns000%d.png".formatted(frame)))
                    .hasSameBinaryContentAs(folder.resolve("alone000%d.png".formatted(frame)));
            var said = turns.get("frames").get(frame);
            assertThat(said.get("gpu_in_turn").asInt()).isEqualTo(frame % 3);
            assertThat(said.get("sha256")).isEqualTo(one.get("frames").get(frame).get("sha256"));
        }
        assertThat(turns.get("gpus_in_turn").asInt()).isEqualTo(3);
        assertThat(turns.get("sequence_ms").asDouble()).isPositive();
        assertThat(run("bench", "demo:teapot", "--gpus=2", "--split=frames")).isEqualTo(2);
    }

    /** The same file, and a report that says who did what. */
    @Test
    void severalGpusPaintTheSamePicture() throws IOException {
        var one = render("one");
        var owners = folder.resolve("owners.png");
        var three =
                render(
                        "three",
                        "--gpus=3",
                        "--regions=interleaved:32",
                        "--pretest=exact",
                        "--owners=" + owners);
        assertThat(Files.readAllBytes(folder.resolve("three.png")))
                .isEqualTo(Files.readAllBytes(folder.resolve("one.png")));
        assertThat(one.at("/frames/0").has("gpus")).isFalse();
        var gpus = three.at("/frames/0/gpus");
        assertThat(gpus).hasSize(3);
        int pixels = 0;
        for (var gpu : gpus) {
            pixels += gpu.get("pixels").asInt();
        }
        assertThat(pixels).isEqualTo(96 * 96);
        assertThat(three.at("/settings/device/group/weights")).hasSize(3);
        var rendered = three.at("/frames/0/pieces_by_object_and_gpu/0");
        var leftOut = three.at("/frames/0/pieces_left_out_by_object_and_gpu/0");
        assertThat(rendered).hasSize(3);
        assertThat(leftOut).hasSize(3);
        var hints = three.at("/frames/0/hints");
        assertThat(hints.get("needless").asInt()).isBetween(0, hints.get("touches").asInt());
        assertThat(hints.get("missed").asInt()).isZero();
        var picture = ImageIO.read(owners.toFile());
        assertThat(picture.getWidth()).isEqualTo(96);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--owners", "--gpus"})
    void nothingIsHalfWritten(String what) {
        var png = folder.resolve("none.png");
        int code =
                what.equals("--owners")
                        ? run("render", "demo:teapot", "-o", png.toString(), "--owners", "x.png")
                        : run("render", "demo:teapot", "-o", png.toString(), "--gpus", "many");
        assertThat(code).isEqualTo(2);
        assertThat(png).doesNotExist();
    }

    /** A counter that {@code bench} prints of its last frame. */
    private static long benched(Counter counter, String... more) {
        return benched("demo:objects", counter, more);
    }

    private static long benched(String scene, Counter counter, String... more) {
        var words = new ArrayList<>(List.of("bench", scene, "--size=96x96"));
        boolean alone = List.of(more).contains("--threads=1");
        words.addAll(List.of("--frames=2", "--warmup=0", "--counters"));
        if (!alone) {
            words.add("--threads=2");
        }
        words.addAll(List.of("--early-z=off", "--reuse=off"));
        words.addAll(List.of(more));
        var text = CommandRun.run(words.toArray(String[]::new));
        assertThat(text)
                .startsWith("0\n")
                .contains(scene + ": median ", (alone ? 1 : 2) + " thread(s), 2 frames");
        return text.lines()
                .filter(line -> line.startsWith(counter.text() + ": "))
                .mapToLong(line -> Long.parseLong(line.substring(counter.text().length() + 2)))
                .findFirst()
                .orElse(0);
    }

    /** Without hints each of N GPUs processes everything that one does. */
    @Test
    void benchMeasuresSeveralGpus() {
        String[] regions = {"--regions=interleaved:32", "--split=duplicate"};
        long one = benched(Counter.PRIMITIVES_IN);
        assertThat(one).isPositive();
        assertThat(benched(Counter.PIECES_RENDERED)).isZero();
        long two = benched(Counter.PIECES_RENDERED, "--gpus=2", regions[0], regions[1]);
        assertThat(two).isPositive();
        assertThat(benched(Counter.PRIMITIVES_IN, "--gpus=2", regions[0], regions[1]))
                .isEqualTo(2 * one);
        assertThat(benched(Counter.PRIMITIVES_IN, "--gpus=3", regions[0], regions[1]))
                .isEqualTo(3 * one);
        assertThat(benched(Counter.PIECES_RENDERED, "--gpus=3", regions[0], regions[1]))
                .isEqualTo(two / 2 * 3);
        assertThat(benched(Counter.PIECES_PRETESTED, "--gpus=2", "--pretest=exact")).isPositive();
    }

    /** Of patches, what the domain stage makes is compared as well. */
    @Test
    void pointsOfPatchesCountAsVertices() {
        var rows =
                CommandRun.run(
                                "compare",
                                "demo:terrain",
                                "--technique=gpus",
                                "--gpus=2",
                                "--regions=interleaved:32",
                                "--size=96x96",
                                "--frames=1",
                                "--warmup=0",
                                "--threads=1",
                                "--early-z=off",
                                "--reuse=off",
                                "--settings=duplicate")
                        .lines()
                        .filter(line -> line.startsWith("| "))
                        .map(line -> List.of(line.split(" *\\| *")))
                        .toList();
        String[] one = {"--threads=1"};
        String[] two = {"--threads=1", "--gpus=2", "--regions=interleaved:32", "--split=duplicate"};
        double[] made = new double[2];
        for (var counter : List.of(Counter.VERTEX_POSITIONS, Counter.DOMAIN_POINTS)) {
            made[0] += benched("demo:terrain", counter, one);
            made[1] += benched("demo:terrain", counter, two);
        }
        assertThat(benched("demo:terrain", Counter.DOMAIN_POINTS, one)).isPositive();
        assertThat(made[1]).isBetween(1.05 * made[0], 1.95 * made[0]);
        var said = rows.getLast().get(rows.getFirst().indexOf("vertices x one"));
        // How patches are grouped, and so which share a point, is a matter of turns, and of one
        // thread a GPU the same each time.
        assertThat(Double.parseDouble(said)).isCloseTo(made[1] / made[0], within(0.01));
    }

    /** A group of one GPU processes what one does, and has nobody to tell. */
    @Test
    void oneGpuCanBeComparedWithOneInAGroup() {
        var text =
                CommandRun.run(
                        "compare",
                        "demo:objects",
                        "--technique=gpus",
                        "--gpus=1",
                        "--size=64x64",
                        "--frames=1",
                        "--warmup=0",
                        "--threads=1",
                        "--early-z=off",
                        "--reuse=off",
                        "--settings=duplicate,exact");
        assertThat(text).startsWith("0\n");
        var rows = text.lines().filter(line -> line.startsWith("| ")).toList();
        var head = List.of(rows.getFirst().split(" *\\| *"));
        assertThat(rows).hasSize(2 + 3);
        for (var row : rows.subList(2, 5)) {
            var cells = List.of(row.split(" *\\| *"));
            assertThat(cells.get(head.indexOf("primitives x one"))).isEqualTo("1.000");
            assertThat(cells.get(head.indexOf("messages"))).isEqualTo("0");
            double percent = Double.parseDouble(cells.get(head.indexOf("% pretests")));
            double ofWork = Double.parseDouble(cells.get(head.indexOf("% of work")));
            assertThat(percent).isBetween(0.0, ofWork);
            assertThat(ofWork).isLessThan(100);
        }
    }

    private static final String[] SMALL = {
        "--size=64x64", "--frames=1", "--warmup=0", "--early-z=off", "--reuse=off"
    };

    private static String small(String command, String... more) {
        var words = new ArrayList<>(List.of(command, "demo:teapot"));
        words.addAll(List.of(SMALL));
        words.addAll(List.of(more));
        return CommandRun.run(words.toArray(String[]::new));
    }

    /** Nothing can hang but where a fault lets it. */
    @Test
    void patienceIsForWhoHangs() {
        String refused =
                "2\nazulejo: --gpu-patience: nothing hangs: render --gpu-fault=hang:GPU@FRAME"
                        + " expected\n";
        assertThat(small("bench", "--gpus=2", "--gpu-patience=70")).isEqualTo(refused);
        assertThat(small("compare", "--technique=gpus", "--gpus=2", "--gpu-patience=70"))
                .isEqualTo(refused);
        var png = folder.resolve("patient.png");
        String[] render = {
            "render", "demo:teapot", "--size=32x32", "-o", "" + png, "--gpus=2", "--gpu-patience=70"
        };
        assertThat(CommandRun.run(render)).isEqualTo(refused);
        assertThat(png).doesNotExist();
        var slow = Arrays.copyOf(render, render.length + 1);
        slow[render.length] = "--gpu-fault=slow:1x2";
        assertThat(CommandRun.run(slow)).isEqualTo(refused);
        slow[render.length] = "--gpu-fault=hang:1@1";
        assertThat(CommandRun.run(slow)).startsWith("0\n");
        assertThat(png).exists();
    }

    /** Help takes as many threads as there are GPUs. */
    @Test
    void helpThatNobodyGivesIsTold() {
        String told = "--gpu-help: without effect: 2 GPUs share 1 thread(s), and nobody helps\n";
        for (String help : List.of("--gpu-help=on", "--gpu-help=off")) {
            assertThat(small("bench", "--gpus=2", "--threads=1", help))
                    .startsWith("0\n")
                    .contains("azulejo: note: " + told);
            assertThat(small("bench", "--gpus=2", "--threads=2", help)).doesNotContain("help");
        }
        assertThat(small("bench", "--gpus=2", "--threads=1")).doesNotContain("help");
        String[] two = {"--technique=gpus", "--gpus=2", "--threads=1", "--settings=bounds"};
        var compared = new ArrayList<>(List.of(two));
        compared.add("--gpu-help=on");
        assertThat(small("compare", compared.toArray(String[]::new)))
                .startsWith("0\n")
                .endsWith("\n" + told);
        var png = "" + folder.resolve("helped.png");
        String[] render = {"render", "demo:teapot", "--size=32x32", "-o", png, "--gpus=2"};
        var alone = new ArrayList<>(List.of(render));
        alone.addAll(List.of("--threads=1", "--gpu-help=on"));
        assertThat(CommandRun.run(alone.toArray(String[]::new)))
                .isEqualTo("0\nazulejo: note: " + told);
    }

    /** Rows that make nothing of what was said of pieces say so. */
    @Test
    void rowsSayWhatTheyMakeNothingOf() {
        String[] said = {
            "--technique=gpus",
            "--gpus=2",
            "--threads=1",
            "--settings=duplicate,bounds,exact,sequential",
            "--pieces=primitives",
            "--ahead=3"
        };
        var text = small("compare", said);
        assertThat(text)
                .startsWith("0\n")
                .contains(
                        "duplicate: without effect: --pieces, --ahead\n",
                        "sequential: without effect: --pieces, --ahead\n",
                        "bounds: says nothing of primitives: --pieces chunks instead\n",
                        "exact: without effect: --pretest, --pieces, --deal, --ahead: nothing was")
                .doesNotContain("exact: says", "exact: without effect: --pieces");
        said[3] = "--settings=exact,duplicate";
        said[4] = "--deal=even";
        assertThat(small("compare", said))
                .contains("duplicate: without effect: --deal, --ahead\n")
                .doesNotContain("sequential: ", "bounds: ");
    }
}

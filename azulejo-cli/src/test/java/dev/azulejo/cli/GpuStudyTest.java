package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import javax.imageio.ImageIO;

/** What {@code render} shows of several GPUs, and lets befall them. */
class GpuStudyTest {
    private static final int FRAMES = 3;

    @TempDir Path folder;

    private JsonNode render(String name, String... more) throws IOException {
        var words = new ArrayList<>(List.of("render", "demo:objects", "--size", "96x96"));
        words.addAll(List.of("--frames=" + FRAMES, "--threads=6", "--kernels=scalar"));
        words.addAll(List.of("-o", folder.resolve(name + ".png").toString()));
        words.addAll(List.of("--report", folder.resolve(name + ".json").toString()));
        words.addAll(List.of(more));
        assertThat(Main.run(words.toArray(String[]::new))).isZero();
        return new ObjectMapper().readTree(folder.resolve(name + ".json").toFile());
    }

    private String group() {
        return "--gpus=3 --regions=interleaved:32 --pretest=exact --reuse=off";
    }

    /** The sum of a field over all frames, for each GPU or of the counters. */
    private static long sum(JsonNode report, String place) {
        long sum = 0;
        for (var frame : report.get("frames")) {
            sum += frame.at(place).asLong();
        }
        return sum;
    }

    /** Follows the events and checks the rules of the format. */
    private static final class Trace {
        final Map<String, Long> times = new HashMap<>();
        final Map<String, Long> messages = new HashMap<>();
        final Map<String, Integer> counts = new HashMap<>();
        final Map<String, String> names = new HashMap<>();
        private final Map<String, Deque<JsonNode>> open = new HashMap<>();
        private final Map<String, Long> last = new HashMap<>();

        Trace(Path file) throws IOException {
            var root = new ObjectMapper().readTree(file.toFile());
            assertThat(root.get("displayTimeUnit").asText()).isIn("ms", "ns");
            Set<String> used = new HashSet<>();
            for (var event : root.get("traceEvents")) {
                String thread = event.get("pid").asInt() + "/" + event.get("tid").asInt();
                assertThat(event.get("pid").isInt() && event.get("tid").isInt()).isTrue();
                assertThat(event.get("name").asText()).isNotEmpty();
                if (event.get("ph").asText().equals("M")) {
                    boolean process = event.get("name").asText().equals("process_name");
                    String name = event.at("/args/name").asText();
                    assertThat(name).isNotEmpty();
                    String key = process ? thread.replaceAll("/.*", "") : thread;
                    assertThat(names.put(key, name)).isNull();
                } else {
                    used.add(thread);
                    follow(thread, event);
                }
            }
            for (var left : open.values()) {
                assertThat(left).as("B without E").isEmpty();
            }
            assertThat(names.keySet()).containsAll(used);
        }

        private static long ns(JsonNode event) {
            assertThat(event.get("ts").isNumber()).isTrue();
            return Math.round(event.get("ts").asDouble() * 1000);
        }

        private void follow(String thread, JsonNode event) {
            long ns = ns(event);
            assertThat(ns).isNotNegative();
            assertThat(ns).as("time goes on").isGreaterThanOrEqualTo(last.getOrDefault(thread, 0L));
            last.put(thread, ns);
            var stack = open.computeIfAbsent(thread, key -> new ArrayDeque<>());
            String name = event.get("name").asText();
            String key = thread + " " + name;
            switch (event.get("ph").asText()) {
                case "B" -> stack.push(event);
                case "E" -> {
                    assertThat(stack).as("E without B").isNotEmpty();
                    var begun = stack.pop();
                    assertThat(begun.get("name").asText()).isEqualTo(name);
                    times.merge(key, ns - ns(begun), Long::sum);
                    counts.merge(key, 1, Integer::sum);
                }
                case "i" -> {
                    assertThat(event.get("s").asText()).isEqualTo("t");
                    messages.merge(name, event.at("/args/messages").asLong(0), Long::sum);
                    counts.merge(key, 1, Integer::sum);
                }
                default -> throw new AssertionError("kind of event: " + event);
            }
        }

        long time(String key) {
            return times.getOrDefault(key, 0L);
        }
    }

    @Test
    void aTimelineKeepsTheRulesAndSaysWhatTheReportSays() throws IOException {
        var file = folder.resolve("trace.json");
        var words = new ArrayList<>(List.of(group().split(" ")));
        words.addAll(List.of("--timeline=" + file, "--gpu-fault=dead:1@3"));
        var report = render("many", words.toArray(String[]::new));
        var trace = new Trace(file);
        assertThat(trace.names)
                .containsEntry("1", "frames")
                .containsEntry("1/1", "phases")
                .containsEntry("2", "GPU 0")
                .containsEntry("4", "GPU 2")
                .containsEntry("4/2", "worker 1");
        assertThat(trace.counts).containsEntry("1/1 frame", FRAMES);
        for (int gpu = 0; gpu < 3; gpu++) {
            String place = "/gpus/%d/".formatted(gpu);
            String thread = gpu + 2 + "/1 ";
            long busy = trace.time(thread + "render") + trace.time(thread + "take over");
            assertThat(busy).isEqualTo(sum(report, place + "render_ns"));
            assertThat(trace.time(thread + "pretests"))
                    .isEqualTo(sum(report, place + "pretest_ns"));
            assertThat(trace.time(thread + "waiting")).isEqualTo(sum(report, place + "idle_ns"));
            assertThat(trace.counts.getOrDefault(thread + "lost", 0)).isEqualTo(gpu == 1 ? 1 : 0);
            assertThat(trace.counts.getOrDefault(thread + "take over", 0))
                    .isEqualTo(gpu == 1 ? 0 : 1);
            assertThat(trace.time(gpu + 2 + "/2 tiles")).isPositive();
        }
        assertThat(trace.messages.get("hints sent"))
                .isEqualTo(sum(report, "/counters/messages"))
                .isPositive();
        assertThat(report.at("/frames/2/gpus/1/lost_in_frame").asInt()).isEqualTo(3);
        assertThat(sum(report, "/counters/tiles_taken_over")).isPositive();
    }

    @Test
    void oneGpuHasATimelineToo() throws IOException {
        var file = folder.resolve("trace.json");
        render("one", "--shadows=off", "--timeline=" + file);
        var trace = new Trace(file);
        assertThat(trace.names.keySet()).hasSize(2 + 1 + 6);
        assertThat(trace.counts).containsEntry("2/1 render", FRAMES);
    }

    /** Whatever befalls GPUs, the files are the same. */
    @Test
    void faultsChangeNoByte() throws IOException {
        render("plain");
        var words = new ArrayList<>(List.of(group().split(" ")));
        words.add("--gpu-fault=slow:2x3,dead:0@2:chunk=1");
        var report = render("faulty", words.toArray(String[]::new));
        words.add("--gpu-pixels=messages");
        var sent = render("sent", words.toArray(String[]::new));
        for (int frame = 0; frame < FRAMES; frame++) {
            for (String name : List.of("faulty%04d.png", "sent%04d.png")) {
                assertThat(folder.resolve(name.formatted(frame)))
                        .hasSameBinaryContentAs(folder.resolve("plain%04d.png".formatted(frame)));
            }
        }
        assertThat(report.at("/frames/0/counters/pixel_groups").asInt()).isZero();
        assertThat(sent.at("/frames/0/counters/pixel_groups").asInt()).isPositive();
        assertThat(report.at("/frames/0/gpus/0/lost_in_frame").asInt()).isZero();
        assertThat(report.at("/frames/1/gpus/0/lost_in_frame").asInt()).isEqualTo(2);
        assertThat(report.at("/frames/2/gpus/0/pixels").asInt()).isZero();
    }

    /** Black where nothing was for nothing, and brighter the more was. */
    @Test
    void wasteIsAHeatMap() throws IOException {
        assertThat(WastePicture.color(0, 64)).isZero();
        assertThat(WastePicture.color(WastePicture.MOST, 64)).isEqualTo(0xffffff);
        assertThat(WastePicture.color(1 << 30, 64)).isEqualTo(0xffffff);
        assertThat(WastePicture.color(1024, 16)).isEqualTo(0xffffff);
        // The logarithm of 128 is nearly half: between magenta and red
        assertThat(WastePicture.color(127, 64)).isEqualTo(0xbf3770);
        var none = folder.resolve("none.png");
        var some = folder.resolve("some.png");
        render("with", (group() + " --waste=" + none).split(" "));
        var report =
                render(
                        "without",
                        "--gpus=3",
                        "--split=duplicate",
                        "--regions=modulo:32",
                        "--waste=" + some);
        assertThat(report.at("/frames/2/counters/triangles_for_nothing").asInt()).isPositive();
        assertThat(brightness(some)).isGreaterThan(brightness(none));
    }

    private static long brightness(Path file) throws IOException {
        var picture = ImageIO.read(file.toFile());
        assertThat(picture.getWidth()).isEqualTo(96);
        long sum = 0;
        for (int y = 0; y < 96; y++) {
            for (int x = 0; x < 96; x++) {
                int pixel = picture.getRGB(x, y);
                sum += (pixel & 255) + (pixel >> 8 & 255) + (pixel >> 16 & 255);
            }
        }
        return sum;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    --owners=x.png | --owners: one GPU paints everything: --gpus=N expected
                    --waste=x.png | --waste: one GPU does nothing for nothing: --gpus=N expected
                    --gpu-fault=dead:0@1 | --gpu-fault: nobody replaces one GPU: --gpus=N expected
                    --gpus=2 --gpu-fault=dead:2@1 | --gpu-fault: faults: GPU 2 is not in 0..1
                    --gpus=2 --gpu-fault=maybe | 'maybe': slow:GPUxFACTOR, dead:GPU@FRAME
                    --gpus=2 --split=frames --owners=x.png | leave --owners, --waste, --timeline and
                    --gpus=2 --split=frames --waste=x.png | --split=frames: GPUs share no frame
                    --gpus=2 --split=frames --timeline=x.json | --split=frames: GPUs share no frame
                    --gpus=2 --split=frames --gpu-fault=dead:0@1 | --split=frames: GPUs share no
                    --gpus=2 --gpu-help=on --gpu-fault=slow:1x3 | nobody helps who suffers
                    --gpus=2 --regions=dynamic | --regions=dynamic would have no effect: there is one
                    --gpus=2 --regions=dynamic:strips | --regions=dynamic would have no effect: there
                    --gpus=2 --deal=statistics | --deal=statistics would have no effect: there is one
                    --gpus=2 --ahead=auto | --ahead=auto would have no effect: there is one frame
                    --timeline=/no/such/folder/x.json | does not exist
                    --gpus=2 --gpu-fault=dead:0@1,dead:1@1 | azulejo: all 2 GPU(s) are lost
                    """)
    void whatCannotBeIsOneLine(String words, String expected) {
        var png = folder.resolve("none.png");
        var all = new ArrayList<>(List.of("render", "demo:teapot", "--size=32x32", "-o"));
        all.add(png.toString());
        all.addAll(List.of(words.split(" ")));
        var errors = new ByteArrayOutputStream();
        var before = System.err;
        System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
        try {
            assertThat(Main.run(all.toArray(String[]::new))).isPositive();
        } finally {
            System.setErr(before);
        }
        assertThat(errors.toString(StandardCharsets.UTF_8).trim())
                .contains(expected)
                .hasLineCount(1);
        assertThat(Files.exists(png)).isFalse();
    }
}

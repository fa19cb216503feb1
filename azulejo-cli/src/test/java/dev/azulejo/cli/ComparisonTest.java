package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.FrameRecorder;
import dev.azulejo.core.report.FrameReport;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A comparison alone: its technique is a fake whose frames take a known time. */
class ComparisonTest {
    private static final int WARMUP = 2;

    /** What happened, in order. */
    private final List<String> log = new ArrayList<>();

    private long now;

    /**
     * Three settings and one more on request. A frame takes its setting's milliseconds and one more
     * each frame, and paints its number.
     */
    private final class Fake implements Technique {
        private final Map<String, Integer> times = new LinkedHashMap<>();
        private DeviceOptions half = DeviceOptions.DEFAULT;
        private final String wrong;
        private final int wrongFrame;

        Fake(String wrong, int wrongFrame) {
            this.wrong = wrong;
            this.wrongFrame = wrongFrame;
            times.put("off", 12);
            times.put("half", 6);
            times.put("twice", 24);
            times.put("rare", 3);
        }

        @Override
        public String heading() {
            return "fake";
        }

        @Override
        public Map<String, DeviceOptions> settings() {
            var settings = new LinkedHashMap<String, DeviceOptions>();
            times.keySet().forEach(name -> settings.put(name, DeviceOptions.DEFAULT));
            settings.put("half", half);
            return settings;
        }

        @Override
        public Set<String> onRequest() {
            return Set.of("rare");
        }

        @Override
        public List<Column> columns() {
            return List.of(
                    Column.MS,
                    Column.of("best ms", "%.1f", Measurement::bestMs),
                    Column.speed("%.3f"),
                    Column.count("patches", Counter.PATCHES),
                    Column.count("both", Counter.PATCHES, Counter.DRAINS));
        }

        @Override
        public void load() {
            log.add("load");
        }

        @Override
        public FrameSource open(String setting, DeviceOptions options) {
            log.add("open " + setting);
            return new Source(setting, times.get(setting));
        }

        @Override
        public void begin(int frame) {
            log.add("begin " + frame);
        }

        @Override
        public void end(int frame) {
            log.add("end " + frame);
        }

        @Override
        public void finish() {
            log.add("finish");
        }

        @Override
        public List<String> notes(List<Measurement> rows) {
            return List.of("", rows.size() + " rows");
        }

        @Override
        public void write(List<List<String>> table, List<Measurement> rows) {
            log.add("write " + table.size());
        }

        private final class Source implements FrameSource {
            private final String setting;
            private final int ms;
            private int[] pixels = {};

            Source(String setting, int ms) {
                this.setting = setting;
                this.ms = ms;
            }

            @Override
            public FrameReport render(int frame) {
                log.add(setting);
                now += (ms + frame) * 1_000_000L;
                boolean broken = setting.equals(wrong) && frame == wrongFrame;
                pixels = new int[] {frame, broken ? 1 : 0};
                var counts = new Counts();
                counts.add(Counter.PATCHES, ms + frame);
                counts.add(Counter.DRAINS, 1);
                var recorder = new FrameRecorder();
                recorder.add(counts);
                recorder.addTimes((ms + frame) * 250_000L, 0);
                return recorder.report();
            }

            @Override
            public int[] pixels() {
                return pixels;
            }

            @Override
            public void measured(int frame) {
                log.add("measured " + setting);
            }

            @Override
            public void close() {
                log.add("close " + setting);
            }
        }
    }

    private Comparison comparison(Technique technique, int frames, String... only) {
        return new Comparison(technique, frames, WARMUP, only.length == 0 ? null : only, () -> now);
    }

    private static String published(Comparison comparison) {
        var out = new ByteArrayOutputStream();
        comparison.publish(new PrintStream(out, true, StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }

    /** Every row of the table again, and what is not in it. */
    @Test
    void theReportHasEverySetting(@TempDir Path folder) throws IOException {
        var comparison = comparison(new Fake("twice", 1), 3);
        comparison.measure();
        var command = new CompareCommand();
        command.name = "a \"scene\"";
        command.technique = CompareCommand.Technique.EARLY_Z;
        command.size = new Size(16, 9);
        command.samples = 4;
        command.frames = 3;
        command.warmup = WARMUP;
        var file = folder.resolve("compared.json");
        new ComparisonReport(command, 2).write(file, comparison);
        var root = new ObjectMapper().readTree(file.toFile());
        assertThat(root.get("scene").asText()).isEqualTo("a \"scene\"");
        assertThat(root.get("technique").asText()).isEqualTo("early_z");
        assertThat(root.get("width").asInt()).isEqualTo(16);
        assertThat(root.get("frames").asInt()).isEqualTo(3);
        assertThat(root.get("settings")).hasSize(3);
        var half = root.at("/settings/1");
        assertThat(half.get("setting").asText()).isEqualTo("half");
        assertThat(half.get("same").asBoolean()).isTrue();
        assertThat(half.get("ms").asDouble()).isEqualTo(7);
        assertThat(half.get("best_ms").asDouble()).isEqualTo(6);
        assertThat(half.get("speed").asDouble()).isEqualTo(13 / 7.0);
        assertThat(half.at("/table/x off").asText()).isEqualTo("1.857");
        assertThat(half.at("/table/same").asText()).isEqualTo("yes");
        assertThat(half.at("/counters/patches").asDouble()).isEqualTo(7);
        assertThat(half.get("counters")).hasSize(Counter.values().length);
        assertThat(root.at("/settings/2/same").asBoolean()).isFalse();
        // Geometry takes a quarter of a frame's time: 3.25 of 13 and 1.75 of 7
        assertThat(half.get("geometry_took_ms").asDouble()).isEqualTo(-1.5);
        assertThat(half.get("tiles_saved_ms").asDouble()).isEqualTo(4.5);
    }

    @Test
    void theTableHasARowASettingAndAColumnAnAnswer() {
        var comparison = comparison(new Fake("", 0), 3);
        comparison.measure();
        // Frames of 12, 13, 14 against 6, 7, 8 and 24, 25, 26
        assertThat(published(comparison))
                .isEqualTo(
                        """
                        | fake | ms | best ms | x off | patches | both | same |
                        | --- | --- | --- | --- | --- | --- | --- |
                        | off | 13.00 | 12.0 | 1.000 | 13 | 14 | yes |
                        | half | 7.00 | 6.0 | 1.857 | 7 | 8 | yes |
                        | twice | 25.00 | 24.0 | 0.520 | 25 | 26 | yes |

                        3 rows
                        """);
        assertThat(comparison.different()).isEmpty();
    }

    /** Below the notes: no frame of the fake has launched a group. */
    @Test
    void rowsSayWhatHadNoEffect() {
        var fake = new Fake("", 0);
        fake.half = DeviceOptions.DEFAULT.withThrottle(Throttle.cap(3));
        var comparison = comparison(fake, 1);
        comparison.measure();
        assertThat(published(comparison))
                .endsWith(
                        """
                        3 rows
                        half: without effect: --throttle: no frame had patches to launch
                        """);
    }

    @Test
    void settingsTakeTurnsAndTheFirstPaintsWhatOthersMust() {
        var comparison = comparison(new Fake("", 0), 2);
        comparison.measure();
        published(comparison);
        assertThat(String.join(", ", log))
                .isEqualTo(
                        "load, open off, open half, open twice,"
                                + " begin -2, off, half, twice, end -2,"
                                + " begin -1, off, twice, half, end -1,"
                                + " begin 0, off, measured off, half, measured half,"
                                + " twice, measured twice, end 0,"
                                + " begin 1, off, measured off, twice, measured twice,"
                                + " half, measured half, end 1,"
                                + " finish, close off, close half, close twice, write 5");
    }

    @Test
    void oneWrongFrameIsReportedAndFails() {
        for (int frame : new int[] {-1, 0, 2}) {
            var comparison = comparison(new Fake("half", frame), 3);
            comparison.measure();
            var table = published(comparison).lines().toList();
            assertThat(table.get(2)).startsWith("| off ").endsWith("| yes |");
            assertThat(table.get(3)).startsWith("| half ").endsWith("| NO |");
            assertThat(table.get(4)).startsWith("| twice ").endsWith("| yes |");
            var err = new ByteArrayOutputStream();
            int code =
                    CompareCommand.exitCode(
                            comparison, new PrintStream(err, true, StandardCharsets.UTF_8));
            assertThat(code).as("exit code").isEqualTo(1);
            assertThat(err.toString(StandardCharsets.UTF_8).strip())
                    .isEqualTo("azulejo: not the same bytes as off: half");
        }
    }

    @Test
    void theSameBytesSucceedInSilence() {
        var comparison = comparison(new Fake("", 0), 1);
        comparison.measure();
        var err = new ByteArrayOutputStream();
        int code =
                CompareCommand.exitCode(
                        comparison, new PrintStream(err, true, StandardCharsets.UTF_8));
        assertThat(code).isZero();
        assertThat(err.size()).isZero();
    }

    @Test
    void settingsAreChosen() {
        var comparison = comparison(new Fake("", 0), 1, "twice", "rare");
        comparison.measure();
        assertThat(published(comparison).lines().skip(2).limit(3).map(line -> line.split(" ")[1]))
                .containsExactly("off", "twice", "rare");
        assertThatThrownBy(() -> comparison(new Fake("", 0), 1, "most"))
                .isInstanceOf(UserException.class)
                .hasMessage("--settings: 'most' is not one of off, half, twice, rare");
    }

    @Test
    void offAloneIsATableToo() {
        var comparison = comparison(new Fake("", 0), 1, "off");
        comparison.measure();
        assertThat(published(comparison)).contains("| off | 12.00 |").contains("1 rows");
    }

    @Test
    void sourcesAreClosedWhereAFrameFails() {
        var failing =
                new Technique() {
                    private final Fake fake = new Fake("", 0);

                    @Override
                    public String heading() {
                        return fake.heading();
                    }

                    @Override
                    public Map<String, DeviceOptions> settings() {
                        return fake.settings();
                    }

                    @Override
                    public List<Column> columns() {
                        return fake.columns();
                    }

                    @Override
                    public void load() {
                        fake.load();
                    }

                    @Override
                    public FrameSource open(String setting, DeviceOptions options) {
                        return fake.open(setting, options);
                    }

                    @Override
                    public void finish() {
                        throw new UserException("no patches");
                    }
                };
        var comparison = comparison(failing, 1);
        assertThatThrownBy(comparison::measure).hasMessage("no patches");
        assertThat(log).containsSubsequence("close off", "close half", "close twice", "close rare");
    }
}

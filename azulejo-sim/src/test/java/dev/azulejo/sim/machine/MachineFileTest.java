package dev.azulejo.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.screen.RegionLayout;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/** Machines as they are written, and what is said of those that make no sense. */
class MachineFileTest {
    private static Machine desktopWith(String... lines) throws MachineException {
        return MachineFile.parse("my.yaml", "extends: desktop\n" + String.join("\n", lines) + "\n");
    }

    private static void refuses(String message, String... lines) {
        assertThatThrownBy(() -> desktopWith(lines))
                .isInstanceOf(MachineException.class)
                .hasMessage(message);
    }

    @Test
    void everyPresetSaysEverythingWithUnitAndSource() throws MachineException {
        for (var name : MachineFile.PRESETS) {
            var machine = MachineFile.preset(name);
            assertThat(machine.name()).isEqualTo(name);
            assertThat(machine.about()).isNotBlank();
            for (var key : MachineKey.values()) {
                assertThat(machine.text(key)).as("%s %s", name, key.path()).isNotBlank();
                assertThat(machine.source(key))
                        .as("%s %s", name, key.path())
                        .isNotBlank()
                        .isNotEqualTo("not given");
            }
            assertThatCode(() -> RegionLayout.parse(machine.text(MachineKey.LAYOUT)))
                    .doesNotThrowAnyException();
        }
        assertThat(MachineFile.preset("group-16").count(MachineKey.GPUS)).isEqualTo(16);
        assertThat(MachineFile.preset("chiplets-3").count(MachineKey.GPUS)).isEqualTo(3);
    }

    /** Every published number that the preset is to have, as the configuration file has it. */
    @Test
    void attilaIsAsItsConfigurationFileSays() throws MachineException {
        var machine = MachineFile.preset("attila");
        assertThat(machine.number(MachineKey.CLOCK)).isEqualTo(500e6);
        assertThat(machine.number(MachineKey.FETCH_INDICES)).isEqualTo(2);
        assertThat(machine.number(MachineKey.PRIMITIVES)).isEqualTo(2);
        assertThat(machine.number(MachineKey.SETUP)).isEqualTo(2);
        assertThat(machine.number(MachineKey.RASTER_SAMPLES)).isEqualTo(16);
        assertThat(machine.number(MachineKey.BLENDS)).isEqualTo(16);
        assertThat(machine.number(MachineKey.MEMORY_BANDWIDTH)).isEqualTo(64);
        assertThat(machine.number(MachineKey.LINK_BANDWIDTH)).isEqualTo(64);
        assertThat(machine.number(MachineKey.LINK_LATENCY)).isEqualTo(200);
        assertThat(machine.number(MachineKey.EXCHANGE_BYTES)).isEqualTo(12);
        assertThat(machine.number(MachineKey.EXCHANGE_BATCH)).isEqualTo(4096);
        assertThat(machine.number(MachineKey.COMPOSE_BYTES)).isEqualTo(36);
        assertThat(machine.count(MachineKey.UNITS)).isEqualTo(4);
        assertThat(machine.count(MachineKey.TILE)).isEqualTo(16);
    }

    @ParameterizedTest
    @CsvSource({
        "memory.bandwidth, 1365 GB/s, 1000",
        "memory.bandwidth, 1.365 TB/s, 1000",
        "memory.bandwidth, 64 B/cycle, 64",
        "memory.latency, 100 ns, 136.5",
        "memory.latency, 2 us, 2730",
        "memory.latency, 7 cycles, 7",
        "memory.latency, 1 cycle, 1",
        "cache.position, 64 KiB, 65536",
        "cache.position, 2 MiB, 2097152",
        "group.hint-loss, 5 %, 0.05",
        "group.hint-loss, 0.05, 0.05",
        "energy.link, 540 fJ/bit, 0.54",
        "raster.samples, 0.5 /cycle, 0.5",
        "tile.side, 16, 16"
    })
    void valuesAreReadInTheirUnits(String path, String text, double expected)
            throws MachineException {
        var machine = MachineFile.preset("desktop").with(path, text);
        var key = MachineKey.of(path).orElseThrow();
        assertThat(machine.number(key)).isCloseTo(expected, within(1e-9));
        assertThat(machine.text(key)).isEqualTo(text);
        assertThat(machine.source(key)).isEqualTo("set");
    }

    /** One value for all GPUs, or one for each of them, of what each has of its own. */
    @Test
    void gpusNeedNotBeAlike() throws MachineException {
        var machine =
                MachineFile.parse(
                        "my.yaml",
                        """
                        extends: group-2
                        memory:
                          bandwidth: {is: "1365 GB/s | 64 B/cycle", source: "two cards"}
                        shader:
                          units: 10 | 4
                        """);
        assertThat(machine.of(0).number(MachineKey.MEMORY_BANDWIDTH)).isEqualTo(1000);
        assertThat(machine.of(1).number(MachineKey.MEMORY_BANDWIDTH)).isEqualTo(64);
        assertThat(machine.of(1).count(MachineKey.UNITS)).isEqualTo(4);
        assertThat(machine.of(1).count(MachineKey.ENGINES))
                .isEqualTo(machine.count(MachineKey.ENGINES));
        // Where one number is asked for, that of the first.
        assertThat(machine.count(MachineKey.UNITS)).isEqualTo(10);
        assertThat(machine.text(MachineKey.UNITS)).isEqualTo("10 | 4");
        assertThat(machine.source(MachineKey.MEMORY_BANDWIDTH)).isEqualTo("two cards");
        var again = MachineFile.parse("again.yaml", MachineText.of(machine));
        assertThat(again.of(1).number(MachineKey.MEMORY_BANDWIDTH)).isEqualTo(64);
        var alike = MachineFile.preset("group-2");
        assertThat(alike.of(1)).isSameAs(alike);
        refuses(
                "my.yaml:3: shader.units: \"4 | 4\": expected one value, or one for each of 1"
                        + " GPU(s)",
                "shader:",
                "  units: 4 | 4");
        refuses(
                "my.yaml:3: shader.units: \"2.5\": expected a whole number",
                "shader:",
                "  units: 4 | 2.5");
        refuses(
                "my.yaml:3: gpu.clock: \"1 GHz | 2 GHz\": expected one value, the same for all"
                        + " GPUs",
                "gpu:",
                "  clock: 1 GHz | 2 GHz");
    }

    @Test
    void throttlesHaveThresholdsAndLimits() throws MachineException {
        assertThat(MachineFile.preset("desktop").throttleLimits())
                .isEqualTo(Throttle.Limits.DEFAULT);
        var machine = desktopWith("throttle:", "  thresholds: 6/5/4", "  limits: 1/2/3");
        assertThat(machine.throttleLimits()).isEqualTo(new Throttle.Limits(6, 1, 5, 2, 4, 3));
        refuses(
                "my.yaml:3: throttle.thresholds: \"8/4\": expected three whole numbers such as"
                        + " 8/4/2",
                "throttle:",
                "  thresholds: 8/4");
        refuses(
                "my.yaml:3: throttle.limits: \"a/b/c\": expected three whole numbers such as 2/4/8",
                "throttle:",
                "  limits: a/b/c");
        refuses(
                "my.yaml:3: throttle: thresholds 1 >= 2 >= 3 >= 0 and limits 1 <= 2 <= 4 <= 8"
                        + " expected",
                "throttle:",
                "  thresholds: 1/2/3");
    }

    @Test
    void binsGoByPositions() {
        refuses(
                "my.yaml:6: early-z.cull: \"setup\": the visibility phase goes by positions;"
                        + " expected off or on where group.split is bins",
                "group:",
                "  gpus: 2",
                "  split: bins",
                "early-z:",
                "  cull: setup");
    }

    /** Times and bandwidths in seconds follow the clock; those in cycles do not. */
    @Test
    void secondsFollowTheClock() throws MachineException {
        var machine = desktopWith("gpu:", "  clock: 2 GHz", "memory:", "  latency: {is: 50 ns}");
        assertThat(machine.number(MachineKey.MEMORY_LATENCY)).isCloseTo(100, within(1e-9));
        assertThat(machine.number(MachineKey.MEMORY_BANDWIDTH)).isCloseTo(168, within(1e-9));
        assertThat(machine.number(MachineKey.LINK_LATENCY)).isEqualTo(200);
        assertThat(machine.source(MachineKey.CLOCK)).isEqualTo("not given");
    }

    @Test
    void whatIsWrongIsSaidWithLineAndKey() {
        refuses(
                "my.yaml:3: memory.bandwith: unknown: expected one of memory.bandwidth,"
                        + " memory.latency, memory.placement",
                "memory:",
                "  bandwith: 5 GB/s");
        refuses(
                "my.yaml:4: memory.latency: \"100 GB/s\": expected a number and a unit: cycles,"
                        + " cycle, ns, us, ms",
                "memory:",
                "  bandwidth: 5 GB/s",
                "  latency: 100 GB/s");
        refuses(
                "my.yaml:3: memory.bandwidth: \"fast\": expected a number and a unit: B/cycle,"
                        + " MB/s, GB/s, TB/s",
                "memory:",
                "  bandwidth: fast");
        refuses(
                "my.yaml:3: memory.bandwidth: \"-5 GB/s\": expected a number and a unit: B/cycle,"
                        + " MB/s, GB/s, TB/s",
                "memory:",
                "  bandwidth: -5 GB/s");
        refuses(
                "my.yaml:3: shader.units: \"2.5\": expected a whole number",
                "shader:",
                "  units: 2.5");
        refuses("my.yaml:3: shader.units: \"0\": expected 1 to 1024", "shader:", "  units: 0");
        refuses(
                "my.yaml:3: group.split: \"half\": expected duplicate, hints, sequential, draws,"
                        + " frames, bins",
                "group:",
                "  split: half");
        refuses("my.yaml:4: clock: is there twice", "gpu:", "  clock: 1 GHz", "  clock: 2 GHz");
        refuses(
                "my.yaml:4: gpu: is there twice",
                "gpu:",
                "  clock: 1 GHz",
                "gpu:",
                "  clock: 2 GHz");
        refuses(
                "my.yaml:3: gpu.clock: \"unit\": expected is or source",
                "gpu:",
                "  clock: {unit: GHz}");
        refuses("my.yaml:3: gpu.clock: is is missing", "gpu:", "  clock: {source: x}");
        refuses("my.yaml:3: tile.side: \"48\": expected 16, 32 or 64", "tile:", "  side: 48");
        refuses(
                "my.yaml:4: group.speeds: \"1 2 3\": expected even, or one number for each of 2"
                        + " GPU(s)",
                "group:",
                "  gpus: 2",
                "  speeds: 1 2 3");
        refuses(
                "my.yaml:3: memory.latency: \"1000 ms\": expected 0 to 1000000 in cycles of the"
                        + " clock",
                "memory:",
                "  latency: 1000 ms");
    }

    /** What does not go with something else: the line of what the file says, of the two. */
    @Test
    void whatDoesNotGoTogetherHasALineToo() {
        refuses(
                "my.yaml:3: early-z.cull: \"overlap\": the visibility phase goes by positions;"
                        + " expected off or on where group.split is bins",
                "early-z:",
                "  cull: overlap",
                "group:",
                "  split: bins",
                "  gpus: 2");
        // What the machine that is extended says has no line here: that of what it does not go
        // with.
        assertThatThrownBy(
                        () ->
                                MachineFile.parse(
                                        "my.yaml",
                                        """
                                        extends: chiplets-3
                                        about: early Z is off there
                                        early-z: {cull: setup}
                                        """))
                .hasMessageStartingWith("my.yaml:3: early-z.cull: \"setup\": ");
        refuses(
                "my.yaml:5: group.pieces: \"primitives\": bounds are known of chunks and more;"
                        + " expected draws, chunks or auto where group.pretest is bounds",
                "group:",
                "  gpus: 2",
                "  pretest: bounds",
                "  pieces: primitives");
        refuses(
                "my.yaml:4: group.layout: \"rings\": regions: 'rings' is not strips, quadrants,"
                        + " uneven, interleaved, balanced, random, modulo, given or dynamic",
                "group:",
                "  gpus: 2",
                "  layout: rings");
        refuses(
                "my.yaml:2: link.latency: \"200 ms\": expected 0 to 1000000000 in cycles of the"
                        + " clock",
                "link: {latency: 200 ms}",
                "gpu: {clock: 10 GHz}");
        refuses(
                "my.yaml:4: shader.units: \"4 | 4 | 4\": expected one value, or one for each of 2"
                        + " GPU(s)",
                "group: {gpus: 2}",
                "shader:",
                "  units: 4 | 4 | 4");
    }

    @Test
    void filesThatAreNoneSaySo() {
        assertThatThrownBy(() -> MachineFile.parse("a.yaml", ""))
                .hasMessage("a.yaml: nothing is in it");
        assertThatThrownBy(() -> MachineFile.parse("a.yaml", "just text"))
                .hasMessage("a.yaml: expected keys and values, such as gpu: ...");
        assertThatThrownBy(() -> MachineFile.parse("a.yaml", "gpu: {clock: 1 GHz"))
                .isInstanceOf(MachineException.class)
                .hasMessageStartingWith("a.yaml:1: ");
        assertThatThrownBy(() -> MachineFile.parse("a.yaml", "gpu: {clock: 1 GHz}"))
                .hasMessage(
                        "a.yaml: command.chunk is missing: expected a number and a unit: cycles,"
                                + " cycle, ns, us, ms; 0 to 1000000; \"extends: base\", or another"
                                + " machine that comes along, says what a file leaves out");
        assertThatThrownBy(() -> MachineFile.parse("a.yaml", "extends: ../etc/passwd"))
                .hasMessageStartingWith(
                        "a.yaml:1: extends \"../etc/passwd\": expected one of base, ");
        assertThatThrownBy(() -> MachineFile.parse("a.yaml", "x".repeat(70_000)))
                .hasMessage("a.yaml: longer than 65536 characters");
        assertThatThrownBy(() -> MachineFile.parse("a.yaml", "a: " + "[".repeat(50)))
                .hasMessage("a.yaml:1: nested too deeply");
        assertThatThrownBy(() -> MachineFile.preset("abacus"))
                .hasMessageStartingWith("machine \"abacus\": expected a file, or one of mobile, ");
    }

    @Test
    void overridesAreCheckedLikeFiles() throws MachineException {
        var machine = MachineFile.preset("desktop");
        assertThatThrownBy(() -> machine.with("memory.speed", "1 GB/s"))
                .hasMessage(
                        "memory.speed: unknown: expected one of memory.bandwidth, memory.latency,"
                                + " memory.placement");
        assertThatThrownBy(() -> machine.with("memory.bandwidth", "1"))
                .hasMessage(
                        "memory.bandwidth: \"1\": expected a number and a unit: B/cycle, MB/s,"
                                + " GB/s, TB/s");
        assertThat(machine.number(MachineKey.MEMORY_LATENCY)).isEqualTo(260);
    }

    /** The manual says of every key what it means and takes, and knows no other. */
    @Test
    void theManualExplainsEveryKey() throws IOException {
        var page = Files.readString(Path.of("../docs/machines.md"));
        var rows = page.lines().filter(line -> line.startsWith("| `")).toList();
        var expected =
                Arrays.stream(MachineKey.values())
                        .map(
                                key ->
                                        "| `%s` | %s | %s |"
                                                .formatted(key.path(), key.words(), key.expected()))
                        .toList();
        assertThat(rows).containsExactlyElementsOf(expected);
    }

    /** What is printed of a machine can be used again, and explains each key on the line before. */
    @Test
    void explainedMachinesAreTheSame() throws MachineException {
        var machine = MachineFile.preset("chiplets-3");
        var text = MachineText.explained(machine);
        var again = MachineFile.parse("again.yaml", text);
        assertThat(MachineText.of(again)).isEqualTo(MachineText.of(machine));
        assertThat(text)
                .contains(
                        "  # Clock of a GPU, all units: a number and a unit: MHz, GHz; 1000000 to"
                                + " 10000000000\n  clock: {is: ");
        long comments = text.lines().filter(line -> line.startsWith("  # ")).count();
        assertThat(comments).isEqualTo(MachineKey.values().length);
        assertThat(MachineText.of(machine)).doesNotContain("#");
    }

    /** Whatever is done to a file, what comes is a machine or one line. */
    @Test
    void mutatedFilesAreRefusedInOneLine() throws IOException {
        byte[] base;
        try (var in = MachineFile.class.getResourceAsStream("attila.yaml")) {
            base = in.readAllBytes();
        }
        var random = new Random(Long.getLong("azulejo.seed", 3));
        int understood = 0;
        for (int trial = 0; trial < Integer.getInteger("azulejo.fuzz", 4000); trial++) {
            byte[] bytes = base.clone();
            for (int change = 1 + random.nextInt(6); change > 0; change--) {
                int at = random.nextInt(bytes.length);
                bytes[at] =
                        random.nextBoolean()
                                ? (byte) "[]{}:-?&*!|>'\"#%@,\n\t 0".charAt(random.nextInt(22))
                                : (byte) random.nextInt();
            }
            try {
                MachineFile.parse("x.yaml", new String(bytes, StandardCharsets.UTF_8));
                understood++;
            } catch (MachineException e) {
                assertThat(e.getMessage()).startsWith("x.yaml").doesNotContain("\n");
            } catch (RuntimeException | Error e) {
                throw new AssertionError("machine " + trial, e);
            }
        }
        assertThat(understood).isPositive();
    }
}

package dev.azulejo.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.options.Throttle;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Every kind of error in a machine, with the whole line that is said of it: file and line of the
 * key, the key, its value, what was expected.
 */
class MachineErrorsTest {
    private static Arguments of(String said, String... lines) {
        return Arguments.of(said, String.join("\n", lines) + "\n");
    }

    /** What is wrong wherever it stands. */
    private static Stream<Arguments> values() {
        return Stream.of(
                of(
                        "m.yaml:3: memory.bandwith: unknown: expected one of memory.bandwidth,"
                                + " memory.latency, memory.placement",
                        "extends: desktop",
                        "memory:",
                        "  bandwith: 5 GB/s"),
                of(
                        "m.yaml:2: mem: unknown: expected one of bins: ..., cache: ..., command:"
                                + " ..., compose: ..., early-z: ..., energy: ..., exchange: ...,"
                                + " fetch: ..., geometry: ..., gpu: ..., group: ..., host: ...,"
                                + " link: ..., memory: ..., raster: ..., reuse: ..., rop: ...,"
                                + " shader: ..., tessellation: ..., throttle: ..., tile: ...,"
                                + " window: ...",
                        "extends: desktop",
                        "mem:",
                        "  latency: 5 ns"),
                of(
                        "m.yaml:2: gpu.clock: expected clock: ... under gpu:",
                        "extends: desktop",
                        "gpu.clock: 1 GHz"),
                of(
                        "m.yaml:2: gpu: expected keys under it: gpu.clock",
                        "extends: desktop",
                        "gpu: 1 GHz"),
                of(
                        "m.yaml:4: memory.latency: \"100 GB/s\": expected a number and a unit:"
                                + " cycles, cycle, ns, us, ms",
                        "extends: desktop",
                        "memory:",
                        "  bandwidth: 5 GB/s",
                        "  latency: 100 GB/s"),
                of(
                        "m.yaml:3: memory.bandwidth: \"fast\": expected a number and a unit:"
                                + " B/cycle, MB/s, GB/s, TB/s",
                        "extends: desktop",
                        "memory:",
                        "  bandwidth: fast"),
                of(
                        "m.yaml:3: memory.bandwidth: \"-5 GB/s\": expected a number and a unit:"
                                + " B/cycle, MB/s, GB/s, TB/s",
                        "extends: desktop",
                        "memory:",
                        "  bandwidth: -5 GB/s"),
                of(
                        "m.yaml:3: cache.texture-hits: \"lots\": expected a number from 0 to 1, or"
                                + " per cent",
                        "extends: desktop",
                        "cache:",
                        "  texture-hits: lots"),
                of(
                        "m.yaml:3: shader.units: \"2.5\": expected a whole number",
                        "extends: desktop",
                        "shader:",
                        "  units: 2.5"),
                of(
                        "m.yaml:3: shader.units: \"2.5\": expected a whole number",
                        "extends: group-2",
                        "shader:",
                        "  units: 4 | 2.5"),
                of(
                        "m.yaml:3: shader.units: \"0\": expected 1 to 1024",
                        "extends: desktop",
                        "shader:",
                        "  units: 0"),
                of(
                        "m.yaml:3: shader.units: \""
                                + "x".repeat(60)
                                + "...\": expected a whole"
                                + " number",
                        "extends: desktop",
                        "shader:",
                        "  units: " + "x".repeat(61)),
                of(
                        "m.yaml:3: shader.units: \"a?b\": expected a whole number",
                        "extends: desktop",
                        "shader:",
                        "  units: \"a\\nb\""),
                of(
                        "m.yaml:3: gpu.clock: \"11 GHz\": expected 1 to 10000 MHz",
                        "extends: desktop",
                        "gpu:",
                        "  clock: 11 GHz"),
                of(
                        "m.yaml:3: window.entry: \"1 KiB\": expected 1 to 64 B",
                        "extends: desktop",
                        "window:",
                        "  entry: 1 KiB"),
                of(
                        "m.yaml:3: host.bandwidth: \"0 B/cycle\": expected 0.001 to 1000000"
                                + " B/cycle",
                        "extends: desktop",
                        "host:",
                        "  bandwidth: 0 B/cycle"),
                of(
                        "m.yaml:3: group.hint-loss: \"101 %\": expected 0 to 1",
                        "extends: desktop", "group:", "  hint-loss: 101 %"),
                of(
                        "m.yaml:3: energy.link: \"1e10 fJ/bit\": expected 0 to 1000000 pJ/bit",
                        "extends: desktop",
                        "energy:",
                        "  link: 1e10 fJ/bit"),
                of(
                        "m.yaml:3: group.split: \"half\": expected duplicate, hints, sequential,"
                                + " draws, frames, bins",
                        "extends: desktop",
                        "group:",
                        "  split: half"),
                of(
                        "m.yaml:3: tile.side: \"48\": expected 16, 32, 64",
                        "extends: desktop",
                        "tile:",
                        "  side: 48"),
                of(
                        "m.yaml:3: gpu.clock: \"1 GHz | 2 GHz\": expected one value, the same for"
                                + " all GPUs",
                        "extends: desktop",
                        "gpu:",
                        "  clock: 1 GHz | 2 GHz"),
                of(
                        "m.yaml:4: gpu.clock: is there twice",
                        "extends: desktop",
                        "gpu:",
                        "  clock: 1 GHz",
                        "  clock: 2 GHz"),
                of(
                        "m.yaml:4: gpu: is there twice",
                        "extends: desktop",
                        "gpu:",
                        "  clock: 1 GHz",
                        "gpu:",
                        "  clock: 2 GHz"),
                of(
                        "m.yaml:5: gpu.clock: source: is there twice",
                        "extends: desktop",
                        "gpu:",
                        "  clock:",
                        "    source: here",
                        "    source: there"),
                of(
                        "m.yaml:5: gpu.clock: \"unit\": expected is or source",
                        "extends: desktop",
                        "gpu:",
                        "  clock:",
                        "    is: 1 GHz",
                        "    unit: GHz"),
                of(
                        "m.yaml:5: expected gpu.clock: a value",
                        "extends: desktop",
                        "gpu:",
                        "  clock:",
                        "    is:",
                        "      - 1 GHz"),
                of(
                        "m.yaml:4: expected gpu.clock: a source",
                        "extends: desktop",
                        "gpu:",
                        "  clock:",
                        "    source: [a, b]"),
                of(
                        "m.yaml:3: expected gpu.clock: is or source",
                        "extends: desktop",
                        "gpu:",
                        "  clock: {[a]: b}"),
                of(
                        "m.yaml:3: gpu.clock: is: is missing, the value itself",
                        "extends: desktop",
                        "gpu:",
                        "  clock: {source: x}"),
                of(
                        "m.yaml:3: gpu.clock: expected a number and a unit: MHz, GHz",
                        "extends: desktop",
                        "gpu:",
                        "  clock: [1 GHz]"),
                of(
                        "m.yaml:3: group.split: expected duplicate, hints, sequential, draws,"
                                + " frames, bins",
                        "extends: desktop",
                        "group:",
                        "  split: [bins]"),
                of("m.yaml:2: expected a key", "extends: desktop", "[a]: 1 GHz"),
                of("m.yaml:3: expected a key", "extends: desktop", "gpu:", "  [a]: 1 GHz"),
                of("m.yaml:2: expected machine: a name", "extends: desktop", "machine: {a: b}"),
                of("m.yaml:2: expected about: a sentence", "extends: desktop", "about: [a]"),
                of("m.yaml:1: expected extends: the name of a preset", "extends: [desktop]"),
                of(
                        "m.yaml:2: extends \"../etc/passwd\": expected one of base, "
                                + String.join(", ", MachineFile.PRESETS),
                        "machine: mine",
                        "extends: ../etc/passwd"));
    }

    /** What is wrong beside another key, or shows in the whole machine only. */
    private static Stream<Arguments> machines() {
        return Stream.of(
                of(
                        "m.yaml:4: group.speeds: \"1 2 3\": expected even, or one for each of 2"
                                + " GPU(s)",
                        "extends: desktop",
                        "group:",
                        "  gpus: 2",
                        "  speeds: 1 2 3"),
                of(
                        "m.yaml:3: group.speeds: \"1 fast\": expected even, or a whole number from"
                                + " 1 to 999 for each GPU, with blanks between",
                        "extends: group-2",
                        "group:",
                        "  speeds: 1 fast"),
                of(
                        "m.yaml:3: group.speeds: \"1000 1\": expected even, or a whole number from"
                                + " 1 to 999 for each GPU, with blanks between",
                        "extends: group-2",
                        "group:",
                        "  speeds: 1000 1"),
                of(
                        "m.yaml:3: group.speeds: \"1 0\": expected even, or a whole number from 1"
                                + " to 999 for each GPU, with blanks between",
                        "extends: group-2",
                        "group:",
                        "  speeds: 1 0"),
                of(
                        "m.yaml:3: group.layout: \"checkers\": regions: 'checkers' is not strips,"
                            + " quadrants, uneven, interleaved, balanced, random, modulo, given or"
                            + " dynamic",
                        "extends: group-2",
                        "group:",
                        "  layout: checkers"),
                of(
                        "m.yaml:3: throttle.thresholds: \"8/4\": expected three whole numbers that"
                                + " fall or stay, such as 8/4/2",
                        "extends: desktop",
                        "throttle:",
                        "  thresholds: 8/4"),
                of(
                        "m.yaml:3: throttle.thresholds: \"1/2/3\": expected three whole numbers"
                                + " that fall or stay, such as 8/4/2",
                        "extends: desktop",
                        "throttle:",
                        "  thresholds: 1/2/3"),
                of(
                        "m.yaml:3: throttle.thresholds: \"8/2/4\": expected three whole numbers"
                                + " that fall or stay, such as 8/4/2",
                        "extends: desktop",
                        "throttle:",
                        "  thresholds: 8/2/4"),
                of(
                        "m.yaml:4: throttle.limits: \"a/b/c\": expected three whole numbers from 1"
                                + " that rise or stay, such as 2/4/8",
                        "extends: desktop",
                        "throttle:",
                        "  mode: \"on\"",
                        "  limits: a/b/c"),
                of(
                        "m.yaml:3: throttle.limits: \"0/4/8\": expected three whole numbers from 1"
                                + " that rise or stay, such as 2/4/8",
                        "extends: desktop",
                        "throttle:",
                        "  limits: 0/4/8"),
                of(
                        "m.yaml:3: throttle.limits: \"5/4/8\": expected three whole numbers from 1"
                                + " that rise or stay, such as 2/4/8",
                        "extends: desktop",
                        "throttle:",
                        "  limits: 5/4/8"),
                of(
                        "m.yaml:3: throttle.limits: \"2/9/8\": expected three whole numbers from 1"
                                + " that rise or stay, such as 2/4/8",
                        "extends: desktop",
                        "throttle:",
                        "  limits: 2/9/8"),
                of(
                        "m.yaml:4: group.pieces: \"primitives\": bounds are known of chunks and"
                                + " more; expected draws, chunks or auto where group.pretest is"
                                + " \"bounds\"",
                        "extends: group-2",
                        "group:",
                        "  pretest: bounds",
                        "  pieces: primitives"),
                of(
                        "m.yaml:5: early-z.cull: \"setup\": the visibility phase goes by positions;"
                                + " expected off or on where group.split is \"bins\"",
                        "extends: group-2",
                        "group:",
                        "  split: bins",
                        "early-z:",
                        "  cull: setup"),
                of(
                        "m.yaml:3: early-z.cull: \"full\": the visibility phase goes by positions;"
                                + " expected off or on where group.split is \"bins\"",
                        "extends: chiplets-3",
                        "early-z:",
                        "  cull: full"),
                of(
                        "m.yaml:3: memory.latency: \"1000 ms\": expected 0 to 1000000 cycles; where"
                                + " gpu.clock is \"1365 MHz\" it is 1365000000",
                        "extends: desktop",
                        "memory:",
                        "  latency: 1000 ms"),
                of(
                        "m.yaml:3: link.bandwidth: \"1 MB/s\": expected 0.01 to 1000000 B/cycle;"
                                + " where gpu.clock is \"1000 MHz\" it is 0.001",
                        "extends: base",
                        "link:",
                        "  bandwidth: 1 MB/s"),
                of(
                        "m.yaml:3: shader.units: \"4 | 4\": expected one value, or one for each of"
                                + " 1 GPU(s)",
                        "extends: desktop",
                        "shader:",
                        "  units: 4 | 4"),
                of(
                        "m.yaml:5: shader.lanes: \"4 | 4\": expected one value, or one for each of"
                                + " 3 GPU(s)",
                        "extends: desktop",
                        "group:",
                        "  gpus: 3",
                        "shader:",
                        "  lanes: 4 | 4"),
                of(
                        "m.yaml:3: memory.latency: \"1000 ms\": expected 0 to 1000000"
                                + " cycles; where gpu.clock is \"1365 MHz\" it is 1365000000",
                        "extends: group-2",
                        "memory:",
                        "  latency: 1 us | 1000 ms"),
                of(
                        "m.yaml:2: command.draw is missing: expected under command:, or a preset"
                                + " that has it in extends:",
                        "gpu: {clock: 1 GHz}",
                        "command:",
                        "  chunk: 1 cycle"),
                of(
                        "m.yaml: gpu.clock is missing: expected under gpu:, or a preset that has it"
                                + " in extends:",
                        "command:",
                        "  chunk: 1 cycle"));
    }

    /** What no machine can be made of. */
    private static Stream<Arguments> texts() {
        return Stream.of(
                of("m.yaml: nothing is in it", "# a comment"),
                of(
                        "m.yaml:2: expected keys and values, such as gpu: ...",
                        "# a comment",
                        "just text"),
                of(
                        "m.yaml:3: expected ',' or '}', but got <stream end>",
                        "extends: desktop",
                        "gpu: {clock: 1 GHz"),
                of("m.yaml: longer than 65536 characters", "x".repeat(70_000)),
                of("m.yaml:2: nested too deeply", "extends: desktop", "a: " + "[".repeat(50)),
                of("m.yaml:2: nested too deeply", "extends: desktop", " ".repeat(65) + "a: b"),
                of("m.yaml:2: nested too deeply", "extends: desktop", "a: b #" + "-".repeat(65)),
                of(
                        "m.yaml:32: more than 1024 brackets",
                        "# " + "[".repeat(4) + "]".repeat(4),
                        ("# " + "[]".repeat(33) + "\n").repeat(40)));
    }

    /** At their limits files are read. */
    @Test
    void whatIsAsLargeAsItMayBeIsRead() throws MachineException {
        for (var comment :
                List.of(
                        "# " + "-".repeat(64),
                        ("# " + "[]".repeat(32) + "\n").repeat(32),
                        "#" + "x".repeat((1 << 16) - 1 - "extends: desktop\n".length()))) {
            var text = "extends: desktop\n" + comment;
            assertThat(MachineFile.parse("m.yaml", text).count(MachineKey.UNITS)).isEqualTo(10);
        }
        assertThatThrownBy(() -> MachineFile.parse("m.yaml", "#".repeat((1 << 16) + 1)))
                .hasMessage("m.yaml: longer than 65536 characters");
    }

    /** What falls or rises may stay. */
    @Test
    void thresholdsAndLimitsMayBeEqual() throws MachineException {
        var machine =
                MachineFile.preset("desktop")
                        .with(Map.of("throttle.thresholds", "0/0/0", "throttle.limits", "1/1/1"));
        assertThat(machine.throttleLimits()).isEqualTo(new Throttle.Limits(0, 1, 0, 1, 0, 1));
    }

    /** Of two keys in a file the first is named; if one is a preset's, the other. */
    @Test
    void whatAPresetSaysIsNotToBlame() throws MachineException {
        var base = MachineFile.base();
        for (boolean own : new boolean[] {true, false}) {
            var values = new EnumMap<MachineKey, MachineValue>(MachineKey.class);
            for (var key : MachineKey.values()) {
                values.put(key, MachineValue.parse(key, base.text(key), "base", ""));
            }
            values.put(
                    MachineKey.PIECES,
                    MachineValue.parse(MachineKey.PIECES, "primitives", "", own ? "m.yaml:3" : ""));
            values.put(
                    MachineKey.PRETEST,
                    MachineValue.parse(MachineKey.PRETEST, "bounds", "", "m.yaml:4"));
            assertThatThrownBy(() -> new Machine("m", "", values))
                    .hasMessageStartingWith(
                            own
                                    ? "m.yaml:3: group.pieces: \"primitives\": "
                                    : "m.yaml:4: group.pretest: \"bounds\": ");
        }
    }

    /** What a command line says of a file that makes sense: what it sets is named, not a line. */
    private static Stream<Arguments> settings() {
        return Stream.of(
                of(
                        "memory.speed: unknown: expected one of memory.bandwidth, memory.latency,"
                                + " memory.placement",
                        "memory.speed=1 GB/s"),
                of(
                        "memory.bandwidth: \"1\": expected a number and a unit: B/cycle, MB/s,"
                                + " GB/s, TB/s",
                        "memory.bandwidth=1"),
                of("tile.side: \"48\": expected 16, 32, 64", "tile=48"),
                of(
                        "group.speeds: \"1 2 3\": expected even, or one for each of 2 GPU(s)",
                        "speeds=1 2 3"),
                of("group.gpus: \"3\": expected 2 where group.speeds is \"4 1\"", "gpus=3"),
                of(
                        "group.speeds: \"1 1\": expected even, or one for each of 3 GPU(s)",
                        "gpus=3",
                        "speeds=1 1"),
                of(
                        "group.gpus: \"4\": expected 2 where shader.units is \"10 | 4\"",
                        "gpus=4",
                        "speeds=even"),
                of(
                        "shader.units: \"1 | 2 | 3\": expected one value, or one for each of 2"
                                + " GPU(s)",
                        "shader.units=1 | 2 | 3"),
                of(
                        "throttle.limits: \"8/4/2\": expected three whole numbers from 1 that rise"
                                + " or stay, such as 2/4/8",
                        "throttle.limits=8/4/2"),
                of(
                        "group.pretest: \"bounds\": bounds are known of chunks and more; expected"
                                + " primitives, exact or auto where group.pieces is \"primitives\"",
                        "pretest=bounds"),
                of(
                        "group.pieces: \"primitives\": bounds are known of chunks and more;"
                            + " expected draws, chunks or auto where group.pretest is \"bounds\"",
                        "pieces=primitives",
                        "pretest=bounds"),
                of(
                        "group.split: \"bins\": the visibility phase goes by positions; expected"
                                + " another split where early-z.cull is \"full\"",
                        "split=bins"),
                of(
                        "early-z.cull: \"setup\": the visibility phase goes by positions; expected"
                                + " off or on where group.split is \"bins\"",
                        "split=bins",
                        "early-z=setup"),
                of(
                        "gpu.clock: \"1 MHz\": where memory.bandwidth is \"448 TB/s\" this makes"
                                + " 448000000; expected 0.01 to 1000000 B/cycle",
                        "gpu.clock=1 MHz"),
                of(
                        "memory.bandwidth: \"2 TB/s\": expected 0.01 to 1000000 B/cycle; where"
                                + " gpu.clock is \"1 MHz\" it is 2000000",
                        "gpu.clock=1 MHz",
                        "memory.bandwidth=2 TB/s"));
    }

    @ParameterizedTest
    @MethodSource("settings")
    void ofSettingsTheOneIsNamedThatIsNew(String said, String texts) throws MachineException {
        var machine =
                MachineFile.parse(
                        "m.yaml",
                        """
                        extends: group-2
                        gpu:
                          clock: 2 GHz
                        memory:
                          bandwidth: 448 TB/s
                        shader:
                          units: 10 | 4
                        group:
                          speeds: 4 1
                          pieces: primitives
                        early-z:
                          cull: full
                        """);
        var settings = new ArrayList<Setting>();
        for (var text : texts.lines().toList()) {
            settings.add(Setting.parse(text));
        }
        assertThatThrownBy(() -> Setting.apply(machine, settings))
                .isInstanceOf(MachineException.class)
                .hasMessage(said);
    }

    /** With one GPU nobody shares bins: what makes it two is named. */
    @Test
    void whatMakesAConflictIsNamed() throws MachineException {
        var text = "extends: desktop\ngroup:\n  split: bins\nearly-z:\n  cull: full\n";
        var machine = MachineFile.parse("m.yaml", text);
        assertThatThrownBy(() -> machine.with("group.gpus", "2"))
                .hasMessage(
                        "group.gpus: \"2\": the visibility phase goes by positions; expected 1"
                                + " where group.split is \"bins\" and early-z.cull is \"full\"");
    }

    /** Of a target's size nobody is to blame but the target; the file is not where it is said. */
    @Test
    void ofAPresetsMapThereIsNoLine() throws MachineException {
        var machine = MachineFile.parse("m.yaml", "extends: group-4\n");
        assertThatThrownBy(() -> machine.checkTarget(1 << 20, 64))
                .isInstanceOf(MachineException.class)
                .hasMessageStartingWith("group.layout: \"interleaved:64\" on 1048576x64: ");
    }

    /** A map that nobody asks for need not fit. */
    @Test
    void aMapThatOneGpuHasFitsAnyTarget() throws MachineException {
        var machine = MachineFile.preset("desktop").with("group.layout", "given:640:352:0/1/2/7");
        assertThatCode(() -> machine.checkTarget(1280, 720)).doesNotThrowAnyException();
    }

    /** Nobody would render, were the only GPU to do nothing but pretest. */
    @Test
    void whoIsAloneRendersAlthoughItIsDedicated() throws MachineException {
        var settings = Map.of("group.split", "hints", "group.deal", "dedicated");
        assertThat(MachineFile.preset("desktop").with(settings).shares()).containsExactly(1);
        assertThat(MachineFile.preset("group-2").with(settings).shares()).containsExactly(0, 1);
    }

    /** A target is known when work is played only. */
    @Test
    void aMapThatDoesNotFitATargetIsSaidWithItsLine() throws MachineException {
        var text = "extends: group-4\ngroup:\n  layout: given:640:352:0/1/2/7\n";
        var machine = MachineFile.parse("m.yaml", text);
        assertThatThrownBy(() -> machine.checkTarget(1280, 720))
                .hasMessage(
                        "m.yaml:3: group.layout: \"given:640:352:0/1/2/7\" on 1280x720: regions:"
                                + " owner of column 1, row 1 is 7: 0..3 expected");
        assertThatThrownBy(
                        () ->
                                machine.with("group.layout", "given:640:352:0/1/2/6")
                                        .checkTarget(1280, 720))
                .hasMessage(
                        "group.layout: \"given:640:352:0/1/2/6\" on 1280x720: regions: owner of"
                                + " column 1, row 1 is 6: 0..3 expected");
    }

    @Test
    void whatAFileCallsSetIsNot() throws MachineException {
        var machine =
                MachineFile.parse(
                        "set", "extends: desktop\ngpu: {clock: {is: 1 GHz, source: set}}\n");
        assertThat(machine.isSet(MachineKey.CLOCK)).isFalse();
        assertThat(machine.with("gpu.clock", "1 GHz").isSet(MachineKey.CLOCK)).isTrue();
    }

    @ParameterizedTest
    @MethodSource({"values", "machines", "texts"})
    void aWholeLineIsSaid(String said, String text) {
        assertThatThrownBy(() -> MachineFile.parse("m.yaml", text))
                .isInstanceOf(MachineException.class)
                .hasMessage(said);
    }
}

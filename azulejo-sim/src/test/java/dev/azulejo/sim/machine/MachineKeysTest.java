package dev.azulejo.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** What is said of keys: by commands, and in the manual. */
class MachineKeysTest {
    /** A row of the manual's table. */
    private static String row(MachineKey key, Machine base) {
        return "| `%s` | %s | %s | %s | %s |"
                .formatted(
                        key.path(),
                        key.about(),
                        key.rule().replace("|", "\\|"),
                        base.text(key),
                        base.source(key));
    }

    /** No key without a row, and no row without a key, in their order. */
    @Test
    void theManualHasAllKeys() throws IOException {
        var base = MachineFile.base();
        var rows =
                Files.readAllLines(Path.of("../docs/machines.md")).stream()
                        .filter(line -> line.matches("\\| `[a-z-]+\\.[a-z-]+` \\|.*"))
                        .toList();
        assertThat(rows)
                .containsExactlyElementsOf(
                        Arrays.stream(MachineKey.values()).map(key -> row(key, base)).toList());
    }

    /** The manual's file is one, and what it says of a wrong one is said. */
    @Test
    void theManualsFileIsRead() throws Exception {
        var page = Files.readString(Path.of("../docs/machines.md"));
        var file = page.split("```yaml\n")[1].split("```")[0];
        assertThat(MachineFile.parse("my.yaml", file).text(MachineKey.MEMORY_BANDWIDTH))
                .isEqualTo("448 GB/s");
        var said = page.split("is refused in one line: `")[1].split("`")[0];
        assertThatThrownBy(() -> MachineFile.parse("my.yaml", file.replace("100 ns", "100 GB/s")))
                .isInstanceOf(MachineException.class)
                .hasMessage(said);
    }

    @Test
    void aLineTellsAllOfAKey() {
        var lines = MachineText.keys();
        assertThat(lines)
                .hasSameSizeAs(MachineKey.values())
                .contains(
                        "gpu.clock: Clock of a GPU, all units. From 1 to 10000 MHz; also in GHz. In"
                                + " base: 1000 MHz (assumed).",
                        "memory.latency: What the memory of a GPU takes to answer. From 0 to"
                                + " 1000000 cycles; also in ns, us, ms; may be one for each GPU,"
                                + " with | between. In base: 100 cycles (R9 Nano model of mgpusim"
                                + " d01e70d5: DRAM latency 100).",
                        "tile.side: Side of a tile, pixels. One of 16, 32, 64. In base: 64"
                                + " (azulejo: 64 pixels with one sample a pixel).",
                        "cache.texture-hits: Share of texture bytes that need no memory. From 0 to"
                                + " 1; also in %; may be one for each GPU, with | between. In base:"
                                + " 80 % (assumed).",
                        "group.layout: Whose region is where. It is a map as render --regions takes"
                                + " it, such as interleaved:64. In base: interleaved:256 (azulejo's"
                                + " default).",
                        "energy.memory: Energy of a bit to or from memory. From 0 to 1000000"
                                + " pJ/bit; also in fJ/bit. In base: 10 pJ/bit (MCM-GPU, table 2:"
                                + " board level).",
                        "group.ahead: Pretests before rendering: all of them, or measured, in sets"
                                + " whose size is found out. One of all, measured. In base: all (a"
                                + " choice).");
    }

    /** A whole sentence, in which every choice that does not speak for itself is told. */
    @Test
    void everyKeyIsToldInASentence() {
        for (var key : MachineKey.values()) {
            assertThat(key.about()).as(key.path()).matches("[A-Z].*[a-zA-Z0-9)]\\.");
            assertThat(key.rule()).as(key.path()).matches("(From|One of|It is) .*[^.]\\.");
        }
    }

    /** Whatever a name, a sentence or a source has in it. */
    @Test
    void textsAreQuoted() throws MachineException {
        var file =
                """
                machine: "a \\"b\\" \\\\ c"
                about: "one\\ntwo \\x01 \\u2028 # caf\\u00e9"
                extends: desktop
                gpu: {clock: {is: 1 GHz, source: "\\ud800: '"}}
                """;
        var machine = MachineFile.parse("m.yaml", file);
        assertThat(machine.name()).isEqualTo("a \"b\" \\ c");
        var text = MachineText.of(machine);
        assertThat(text)
                .startsWith(
                        "machine: \"a \\\"b\\\" \\\\ c\"\n"
                                + "about: \"one\\u000atwo \\u0001 \\u2028 # caf\u00e9\"\n"
                                + "gpu:\n"
                                + "  clock: {is: \"1 GHz\", source: \"\\ud800: '\"}\n");
        var again = MachineFile.parse("m.yaml", text);
        assertThat(again.name()).isEqualTo(machine.name());
        assertThat(again.about()).isEqualTo("one\ntwo \u0001 \u2028 # caf\u00e9");
        assertThat(again.source(MachineKey.CLOCK)).isEqualTo(machine.source(MachineKey.CLOCK));
    }

    /** Comments change nothing of a file. */
    @Test
    void anExplainedFileIsTheSameMachine() throws MachineException {
        for (var name : MachineFile.PRESETS) {
            var machine = MachineFile.preset(name);
            var explained = MachineText.explained(machine);
            assertThat(MachineText.of(MachineFile.parse("again.yaml", explained)))
                    .isEqualTo(MachineText.of(machine));
            for (var key : MachineKey.values()) {
                assertThat(explained).contains("  # " + key.about() + " " + key.rule() + "\n");
            }
        }
    }
}

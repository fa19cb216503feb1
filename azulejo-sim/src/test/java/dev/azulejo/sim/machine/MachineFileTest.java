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
import java.util.Random;

/** Machines as they are written, and what is said of those that make no sense. */
class MachineFileTest {
    private static Machine desktopWith(String... lines) throws MachineException {
        return MachineFile.parse("my.yaml", "extends: desktop\n" + String.join("\n", lines) + "\n");
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
    }

    @Test
    void throttlesHaveThresholdsAndLimits() throws MachineException {
        assertThat(MachineFile.preset("desktop").throttleLimits())
                .isEqualTo(Throttle.Limits.DEFAULT);
        var machine = desktopWith("throttle:", "  thresholds: 6/5/4", "  limits: 1/2/3");
        assertThat(machine.throttleLimits()).isEqualTo(new Throttle.Limits(6, 1, 5, 2, 4, 3));
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
    void whatIsNoMachineSaysSo() {
        assertThatThrownBy(() -> MachineFile.preset("abacus"))
                .hasMessage(
                        "machine \"abacus\": expected a file, or one of mobile, console, desktop,"
                                + " group-2, group-4, group-8, group-16, chiplets-3, attila");
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

package dev.azulejo.sim.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineException;
import dev.azulejo.sim.machine.MachineFile;
import dev.azulejo.sim.trace.DrawCost;
import dev.azulejo.sim.trace.PhaseBuilder;
import dev.azulejo.sim.trace.SyntheticScene;
import dev.azulejo.sim.trace.TracePhase;
import dev.azulejo.sim.trace.WorkTrace;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/**
 * Regions with hints, bins of which one chiplet finds out what is visible, and both together: the
 * visibility phase dealt to all as pretests are, bins then dealt by load to all. Which is fastest
 * is a question of the scene; sixteen GPUs, two frames each.
 */
class TogetherTest {
    private static long cycles(WorkTrace trace, String split, String... settings)
            throws MachineException {
        Machine machine =
                MachineFile.preset("group-16")
                        .with("window.primitives", "0")
                        .with("bins.vertices", "positions")
                        .with("group.split", split);
        for (var setting : settings) {
            int equals = setting.indexOf('=');
            machine = machine.with(setting.substring(0, equals), setting.substring(equals + 1));
        }
        return Simulation.run(trace, machine).cycles();
    }

    private static long regions(WorkTrace trace, String... settings) throws MachineException {
        return cycles(trace, "hints", settings);
    }

    private static long bins(WorkTrace trace, String... settings) throws MachineException {
        return cycles(trace, "bins", settings);
    }

    private static String[] with(String setting, String... settings) {
        var all = new ArrayList<>(List.of(settings));
        all.add(setting);
        return all.toArray(new String[0]);
    }

    private static long both(WorkTrace trace, String... settings) throws MachineException {
        return bins(trace, with("bins.lookers=16", settings));
    }

    /** Geometry is all there is: one that looks is not enough; shared, it is as hints are. */
    @Test
    void fineGeometryWantsAllToLook() throws MachineException {
        var trace = new SyntheticScene(1920, 1080, 200, 1000, 60, 0, 0, 5).trace(2);
        long both = both(trace);
        assertThat(both).isLessThan(regions(trace));
        assertThat(bins(trace)).isGreaterThan(3 * both);
        assertThat(bins(trace, "bins.overlap=on")).isGreaterThan(3 * both);
        // By bounds one takes less, and is not enough; those who share it gain nothing.
        long byBounds = bins(trace, "bins.vertices=bounds");
        assertThat(byBounds).isBetween(2 * both, bins(trace) * 2 / 3);
        assertThat(both(trace, "bins.vertices=bounds")).isBetween(both, both * 11 / 10);
    }

    /**
     * Nine of ten triangles are hidden: with hints each GPU finds that out for all that touches it,
     * together once for all. That is what neither has alone.
     */
    @Test
    void whatIsHiddenIsFoundOnceByAll() throws MachineException {
        var trace = new SyntheticScene(1280, 720, 200, 1000, 150, 90, 0, 6).trace(2);
        var early = "early-z.cull=on";
        long both = both(trace, early);
        assertThat(regions(trace, early)).isGreaterThan(2 * both);
        assertThat(bins(trace, early)).isGreaterThan(4 * both);
        // By bounds each bin finds it for itself.
        var bounds = "bins.vertices=bounds";
        assertThat(both(trace, early, bounds)).isBetween(both * 6 / 5, both * 3 / 2);
        assertThat(bins(trace, early, bounds)).isBetween(4 * both, bins(trace, early) * 4 / 5);
    }

    /** Pixels are all there is: regions are as even, and nobody has to look first. */
    @Test
    void pixelsAloneWantRegions() throws MachineException {
        var trace = new SyntheticScene(1280, 720, 24, 400, 400, 0, 0, 4).trace(2);
        assertThat(regions(trace)).isLessThan(both(trace));
        assertThat(regions(trace)).isLessThan(bins(trace));
    }

    /** All lies in a quarter of the screen: that is a quarter of the bins, but small regions. */
    @Test
    void workInACornerWantsSmallRegions() throws MachineException {
        var phases = new ArrayList<TracePhase>();
        for (int frame = 0; frame < 2; frame++) {
            var target = new TracePhase.Target(1280, 768, 1, 4, 8);
            var builder = new PhaseBuilder(frame, "main", target, 64);
            for (int draw = 0; draw < 60; draw++) {
                builder.draw(new DrawCost(32, 12, 4, 16, 60, 80, 8, 0), false, true);
                for (int i = 0; i < 1024; i++) {
                    if (i % 256 == 0) {
                        builder.chunk(256, 160, 160, -1);
                    }
                    int x = draw % 10 * 64 + i % 7 * 8;
                    int y = draw / 10 * 64 + i % 11 * 5;
                    builder.primitive(x, y, x + 6, y + 6, 20, false);
                    builder.pixels(x / 16, y / 16, 20, 40, 100);
                }
            }
            phases.add(builder.build());
        }
        var trace = new WorkTrace("corner", "test", phases);
        long regions = regions(trace);
        assertThat(both(trace)).isGreaterThan(regions * 4 / 3);
        // More and smaller bins help those who share them.
        assertThat(both(trace, "bins.count=64")).isLessThan(both(trace) * 9 / 10);
    }
}

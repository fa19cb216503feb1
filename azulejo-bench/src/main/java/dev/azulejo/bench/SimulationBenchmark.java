package dev.azulejo.bench;

import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineException;
import dev.azulejo.sim.machine.MachineFile;
import dev.azulejo.sim.model.Simulation;
import dev.azulejo.sim.trace.SyntheticScene;
import dev.azulejo.sim.trace.WorkTrace;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import java.util.concurrent.TimeUnit;

/**
 * The timing model: a frame of 1.2 million triangles, all of it, from the trace in memory to the
 * result. {@code items} is what units served a second.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
public class SimulationBenchmark {
    /** What is simulated. */
    @Param({"mobile", "desktop", "group-8", "group-16"})
    public String machine;

    private final WorkTrace trace = SyntheticScene.CITY.trace(1);
    private Machine made;

    /** Items served. */
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    @State(Scope.Thread)
    public static class Served {
        /** How many. */
        public long items;
    }

    /** Reads the machine. */
    @Setup
    public void machine() throws MachineException {
        made = MachineFile.preset(machine);
    }

    /** Plays the frame. */
    @Benchmark
    public long frame(Served served) {
        var result = Simulation.run(trace, made);
        served.items += result.items();
        return result.cycles();
    }
}

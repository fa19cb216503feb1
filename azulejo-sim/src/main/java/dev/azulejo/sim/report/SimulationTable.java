package dev.azulejo.sim.report;

import dev.azulejo.sim.model.Energy;
import dev.azulejo.sim.model.ModelCounter;
import dev.azulejo.sim.model.SimulationResult;
import dev.azulejo.sim.unit.UnitState;

/**
 * One simulation as CSV: a row for each number, with what it is of and its unit, so that nothing
 * stands in a column that means something else elsewhere.
 */
public final class SimulationTable {
    private final StringBuilder text = new StringBuilder("of,quantity,value,unit\n");

    private SimulationTable() {}

    /** Returns the rows of a result. */
    public static String csv(SimulationResult result) {
        var table = new SimulationTable();
        table.whole(result);
        for (int gpu = 0; gpu < result.gpus().size(); gpu++) {
            for (var counter : ModelCounter.values()) {
                table.row(
                        "Gpu[%d]".formatted(gpu),
                        counter.words(),
                        Long.toString(result.gpus().get(gpu).count(counter)),
                        counter == ModelCounter.HUNDRED_OPERATIONS ? "hundreds" : "count");
            }
        }
        for (var unit : result.units()) {
            table.row(unit.name(), "items", Long.toString(unit.items()), "count");
            for (var state : UnitState.values()) {
                table.row(unit.name(), state.words(), Long.toString(unit.cycles(state)), "cycles");
            }
        }
        return table.text.toString();
    }

    private void whole(SimulationResult result) {
        row("run", "makespan", Long.toString(result.cycles()), "cycles");
        row("run", "time", Double.toString(result.milliseconds()), "ms");
        var energy = Energy.of(result);
        row("run", "energy", Double.toString(result.microjoules()), "uJ");
        row("run", "energy of memory", Double.toString(energy.memoryMicrojoules()), "uJ");
        row("run", "energy of links", Double.toString(energy.linkMicrojoules()), "uJ");
        row("run", "energy of caches", Double.toString(energy.cacheMicrojoules()), "uJ");
        row("run", "energy of the host", Double.toString(energy.hostMicrojoules()), "uJ");
        row("run", "energy of operations", Double.toString(energy.operationMicrojoules()), "uJ");
        row("run", "items", Long.toString(result.items()), "count");
        row("run", "events", Long.toString(result.events()), "count");
        for (int frame = 0; frame < result.frames().size(); frame++) {
            row(
                    "frame[%d]".formatted(frame),
                    "end",
                    Long.toString(result.frames().get(frame)),
                    "cycles");
        }
    }

    private void row(String of, String quantity, String value, String unit) {
        text.append(Csv.cell(of))
                .append(',')
                .append(Csv.cell(quantity))
                .append(',')
                .append(value)
                .append(',')
                .append(unit)
                .append('\n');
    }
}

package dev.azulejo.sim.unit;

/** Says whether a unit may begin with an item. */
@FunctionalInterface
public interface Gate {
    /** Always open. */
    Gate OPEN = (item, whenOpen) -> UnitState.BUSY;

    /**
     * Asked before a unit begins. If it says yes, the unit does begin: what it needs may be taken.
     *
     * @param item what the unit would begin with
     * @param whenOpen called once when it is worth asking again; kept only if the answer is no
     * @return {@link UnitState#BUSY}, or what the unit has to wait for
     */
    UnitState open(int item, Runnable whenOpen);
}

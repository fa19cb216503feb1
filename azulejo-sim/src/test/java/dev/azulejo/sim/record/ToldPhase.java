package dev.azulejo.sim.record;

import dev.azulejo.core.report.WorkListener;
import dev.azulejo.core.report.WorkPhase;
import dev.azulejo.core.report.WorkTeller;

import java.util.function.Consumer;

/**
 * A phase of 16x16 pixels of which a test says what is told.
 *
 * @param frame its frame
 * @param content is told between begin and end
 */
record ToldPhase(int frame, Consumer<WorkListener> content) implements WorkTeller {
    @Override
    public WorkPhase phase() {
        return new WorkPhase(frame, "main", 16, 16, 1, 4, 8, 16);
    }

    @Override
    public void tell(WorkListener listener) {
        listener.beginPhase(phase());
        content.accept(listener);
        listener.endPhase();
    }
}

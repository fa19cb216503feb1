package dev.azulejo.core.report;

import java.util.ArrayList;
import java.util.List;

/**
 * When everybody did what: a row for frames and phases, and one for each worker of each GPU. It
 * goes on while frames are rendered; read it when none is.
 *
 * <pre>
 *  whole     | frame 1                                          |
 *            |  phase 'main'                                    |
 *  GPU 0, 0  |   pretests  render                 waiting       |   waiting: for the other GPUs
 *            |   pretest   geometry  tiles                      |
 *  GPU 0, 1  |   pretest w geometry  tiles  w                   |   w, waiting: for something to do
 *  GPU 1, 0  |   pretests  render                               |
 * </pre>
 */
public final class Recording {
    /** In place of a GPU: the row of frames and phases. */
    public static final int WHOLE = -1;

    private final int room;
    private final RecordingRow whole;
    private final List<RecordingRow> rows = new ArrayList<>();

    /**
     * Makes an empty one.
     *
     * @param room how much is remembered on each row, 1 and up
     */
    Recording(int room) {
        if (room < 1) {
            throw new IllegalArgumentException("recording.room=%d is below 1".formatted(room));
        }
        this.room = room;
        whole = new RecordingRow(WHOLE, 0, room);
        rows.add(whole);
    }

    /** Adds the rows of a GPU's workers. */
    RecordingRow[] add(int gpu, int workers) {
        var added = new RecordingRow[workers];
        for (int worker = 0; worker < workers; worker++) {
            added[worker] = new RecordingRow(gpu, worker, room);
            rows.add(added[worker]);
        }
        return added;
    }

    /** Returns the row of frames and phases. */
    public RecordingRow whole() {
        return whole;
    }

    /** Returns all rows: the whole, then each GPU's workers. */
    public List<RecordingRow> rows() {
        return List.copyOf(rows);
    }
}

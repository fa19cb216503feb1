package dev.azulejo.core.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RecordingTest {
    @Test
    void rowsAreThoseOfTheWholeAndOfWorkers() {
        var recorder = new Recorder(4);
        var recording = recorder.recording();
        var first = recorder.add(0, 2);
        recorder.add(1, 1);
        assertThat(recording.rows()).extracting(RecordingRow::gpu).containsExactly(-1, 0, 0, 1);
        assertThat(recording.rows()).extracting(RecordingRow::worker).containsExactly(0, 0, 1, 0);
        assertThat(recording.rows().get(2)).isSameAs(first[1]);
        assertThat(recording.whole()).isSameAs(recording.rows().getFirst());
    }

    @Test
    void theLatestIsRemembered() {
        var row = new Recording(3).add(5, 1)[0];
        assertThat(row.size()).isZero();
        for (int i = 0; i < 5; i++) {
            Recorder.span(row, Activity.TILES, 10 * i, 10 * i + 5);
            assertThat(row.size()).isEqualTo(Math.min(3, i + 1));
        }
        Recorder.instant(row, Activity.HINTS_SENT, 60, 7);
        assertThat(row.size()).isEqualTo(3);
        assertThat(row.forgotten()).isEqualTo(3);
        assertThat(row.startNs(0)).isEqualTo(30);
        assertThat(row.endNs(0)).isEqualTo(35);
        assertThat(row.value(0)).isZero();
        assertThat(row.name(1)).isEqualTo("tiles");
        assertThat(row.activity(2)).isEqualTo(Activity.HINTS_SENT);
        assertThat(row.startNs(2)).isEqualTo(row.endNs(2)).isEqualTo(60);
        assertThat(row.value(2)).isEqualTo(7);
        assertThatThrownBy(() -> row.activity(3)).hasMessage("recording: 3 is not in 0..2");
        assertThatThrownBy(() -> row.activity(-1)).hasMessage("recording: -1 is not in 0..2");
    }

    @Test
    void phasesHaveNames() {
        var recorder = new Recorder(2);
        recorder.whole(Activity.PHASE, 1, 2, "shadow", 0);
        recorder.whole(Activity.PHASE, 3, 4, "main", 1);
        recorder.whole(Activity.FRAME, 0, 5, "frame", 9);
        var whole = recorder.recording().whole();
        assertThat(whole.name(0)).isEqualTo("main");
        assertThat(whole.value(0)).isOne();
        assertThat(whole.name(1)).isEqualTo("frame");
        assertThat(whole.value(1)).isEqualTo(9);
    }

    @Test
    void thereMustBeRoom() {
        assertThatThrownBy(() -> new Recorder(0)).hasMessage("recording.room=0 is below 1");
    }
}

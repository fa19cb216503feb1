package dev.azulejo.serve.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Everybody who wants a turn gets as much time. */
class FairTurnsTest {
    private final FairTurns turns = new FairTurns();
    private final FairTurns.Share a = new FairTurns.Share();
    private final FairTurns.Share b = new FairTurns.Share();

    private int[] run(int count, long nsOfA, long nsOfB, List<FairTurns.Share> wanting) {
        int[] had = new int[2];
        for (int i = 0; i < count; i++) {
            var next = wanting.get(turns.next(wanting, List.of()));
            had[next == a ? 0 : 1]++;
            turns.used(next, next == a ? nsOfA : nsOfB, i);
        }
        return had;
    }

    @Test
    void equalOnesTakeTurns() {
        assertThat(run(10, 5, 5, List.of(a, b))).containsExactly(5, 5);
    }

    /** Whose pictures take thrice as long has a third as many. */
    @Test
    void timeIsSharedNotTurns() {
        assertThat(run(400, 30, 10, List.of(a, b))).containsExactly(100, 300);
        assertThat(a.usedNs()).isEqualTo(b.usedNs());
    }

    /** Who was away for a hundred turns does not get the next hundred. */
    @Test
    void nobodySavesUp() {
        run(100, 10, 10, List.of(a));
        turns.rests(b, 0);
        turns.rests(b, FairTurns.REST_NS);
        assertThat(run(10, 10, 10, List.of(a, b))[1]).isBetween(5, 6);
    }

    /**
     * Between its turns each waits until its picture has been shown, 15 ms, and wants nothing: who
     * takes ten times as long a picture still has about as much time, not as many turns.
     */
    @Test
    void waitingForWhatIsShownIsNoRest() {
        long ms = 1_000_000;
        long now = 0;
        long[] readyNs = new long[2];
        long[] hadNs = new long[2];
        var both = List.of(a, b);
        while (now < 20_000 * ms) {
            var wanting = new ArrayList<FairTurns.Share>();
            for (int i = 0; i < 2; i++) {
                if (readyNs[i] <= now) {
                    wanting.add(both.get(i));
                } else {
                    turns.rests(both.get(i), now);
                }
            }
            if (wanting.isEmpty()) {
                now += ms;
                continue;
            }
            var others = both.stream().filter(one -> !wanting.contains(one)).toList();
            var next = wanting.get(turns.next(wanting, others));
            if (turns.heldUntilNs(next, others) > now) {
                now += ms;
                continue;
            }
            int who = next == a ? 0 : 1;
            long takes = (who == 0 ? 100 : 10) * ms;
            now += takes;
            turns.used(next, takes, now);
            hadNs[who] += takes;
            readyNs[who] = now + 15 * ms;
        }
        assertThat((double) hadNs[0] / (hadNs[0] + hadNs[1])).isBetween(0.45, 0.55);
    }

    /**
     * Sixteen begin at once, and the first picture of the last takes 8 s, of which the others take
     * a second before it has its next: 63 turns of 1 ms each of the other 15.
     */
    @Test
    void oneLongTurnIsForgivenSoon() {
        var all = new ArrayList<FairTurns.Share>();
        for (int i = 0; i < 16; i++) {
            all.add(new FairTurns.Share());
        }
        long ms = 1_000_000;
        int[] had = new int[16];
        int between = 0;
        for (int turn = 0; had[15] < 2; turn++) {
            int next = turns.next(all, List.of());
            long takes = next == 15 ? 8_000 * ms : ms;
            turns.used(all.get(next), takes, turn);
            had[next]++;
            between += had[15] == 1 && next != 15 ? 1 : 0;
        }
        assertThat(between).isBetween(15 * 61, 15 * 64);
    }
}

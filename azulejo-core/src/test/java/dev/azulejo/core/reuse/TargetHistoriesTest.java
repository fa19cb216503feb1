package dev.azulejo.core.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.device.Sheet;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.policy.PartialPolicy;
import dev.azulejo.core.resource.DeviceAccess;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.screen.TileSet;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

@Tag("alone")
class TargetHistoriesTest {
    private static final int MOST = TargetHistories.MOST;

    private final TargetHistories histories =
            new TargetHistories(Reuse.TILES, 1, new ProgramNumbers());

    private static List<RenderTarget> targets(int count) {
        var targets = new ArrayList<RenderTarget>();
        for (int t = 0; t < count; t++) {
            targets.add(Sheet.target());
        }
        return targets;
    }

    private TargetHistory find(RenderTarget target) {
        return histories.find(target, TileSet.ALL);
    }

    @Test
    void aTargetHasOneHistoryForEachSetOfTiles() {
        var left = TileSet.of(16, (column, row) -> column < 2);
        var right = TileSet.of(16, (column, row) -> column >= 2);
        var target = Sheet.target();
        var other = Sheet.target();
        var whole = find(target);
        assertThat(find(target)).isSameAs(whole);
        assertThat(whole.target()).isSameAs(target);
        assertThat(histories.find(target, left)).isNotSameAs(whole);
        assertThat(histories.find(target, right)).isNotSameAs(histories.find(target, left));
        assertThat(find(other)).isNotSameAs(whole);
        assertThat(histories.find(target, left)).isSameAs(histories.find(target, left));
        assertThat(find(target)).isSameAs(whole);
    }

    @Test
    void theOneThatWasUsedLongestAgoGoes() {
        var targets = targets(MOST + 1);
        var known = new ArrayList<TargetHistory>();
        for (int t = 0; t < MOST; t++) {
            known.add(find(targets.get(t)));
        }
        assertThat(find(targets.get(0))).isSameAs(known.get(0));
        // All are needed, until one was not used for long.
        for (int wait = MOST + 1; wait < TargetHistories.PATIENCE; wait += 2) {
            assertThat(find(targets.get(MOST))).isNull();
            assertThat(find(targets.get(0))).isSameAs(known.get(0));
        }
        find(targets.get(0));
        find(targets.get(0));
        assertThat(find(targets.get(MOST))).isNotNull();
        // 1 went for it; 0 was used since.
        assertThat(find(targets.get(0))).isSameAs(known.get(0));
        for (int t = 2; t < MOST; t++) {
            assertThat(find(targets.get(t))).isSameAs(known.get(t));
        }
        assertThat(find(targets.get(1))).isNotSameAs(known.get(1));
    }

    /** Used in the first render: needed for 256 more, the last of them included. */
    @Test
    void patienceEndsBehindItsLastRender() {
        var targets = targets(MOST + 1);
        targets.subList(0, MOST).forEach(this::find);
        for (int render = MOST + 1; render <= 256; render++) {
            find(targets.get(1));
        }
        assertThat(find(targets.get(MOST))).isNull();
        assertThat(find(targets.get(MOST))).isNotNull();
    }

    @Test
    void aTargetIsHeldUntilSomebodyWritesThere() {
        var target = Sheet.target();
        var history = find(target);
        assertThat(history.holds(target)).isFalse();
        assertThat(history.rendered).isFalse();
        history.remember(target);
        assertThat(history.rendered).isTrue();
        assertThat(history.holds(target)).isTrue();
        DeviceAccess.written(target);
        assertThat(history.holds(target)).isFalse();
        history.remember(target);
        assertThat(history.holds(target)).isTrue();
    }

    /** Whoever renders alone leaves other tiles as they are; whoever does not may not. */
    @Test
    void tilesBesideOnesThatAreRenderedAloneStayKnown() {
        var left = TileSet.of(16, (column, row) -> column < 2);
        var right = TileSet.of(16, (column, row) -> column >= 2);
        var corner = TileSet.of(16, (column, row) -> column < 3 && row == 0);
        var target = Sheet.target();
        var other = Sheet.target();
        var known = histories.find(target, left);
        var crossing = histories.find(target, corner);
        var elsewhere = histories.find(other, left);
        known.remember(target);
        crossing.remember(target);
        elsewhere.remember(other);
        var rendered = histories.find(target, right);
        histories.begin();
        histories.renderAlone(target, right);
        DeviceAccess.written(target);
        assertThat(known.holds(target)).as("not before it is over").isFalse();
        histories.remember(rendered, target);
        assertThat(rendered.holds(target)).isTrue();
        assertThat(known.holds(target)).isTrue();
        assertThat(crossing.holds(target)).as("some of its tiles were rendered").isFalse();
        assertThat(elsewhere.holds(other)).isTrue();
        // Not alone
        DeviceAccess.written(target);
        histories.remember(rendered, target);
        assertThat(known.holds(target)).isFalse();
        // What did not hold does not, whoever renders
        histories.begin();
        histories.renderAlone(target, right);
        DeviceAccess.written(target);
        histories.remember(rendered, target);
        assertThat(known.holds(target)).isFalse();
        // A render that was ended early leaves nothing behind for the next one
        known.remember(target);
        histories.begin();
        histories.renderAlone(target, right);
        DeviceAccess.written(target);
        histories.begin();
        histories.remember(rendered, target);
        assertThat(known.holds(target)).isFalse();
    }

    /** A shadow map between two parts, after one that was left out or ended early. */
    @Test
    void anotherTargetMeanwhileTellsNothingOfThisOne() {
        var left = TileSet.of(16, (column, row) -> column < 2);
        var right = TileSet.of(16, (column, row) -> column >= 2);
        var target = Sheet.target();
        var map = Sheet.target();
        var known = histories.find(target, left);
        known.remember(target);
        histories.find(target, right);
        histories.begin();
        histories.renderAlone(target, right);
        // It never ends. Somebody else writes there, and a map as often
        DeviceAccess.written(target);
        histories.begin();
        var ofMap = find(map);
        DeviceAccess.written(map);
        histories.remember(ofMap, map);
        assertThat(map.version()).isEqualTo(target.version());
        assertThat(known.holds(target)).isFalse();
        assertThat(ofMap.holds(map)).isTrue();
    }

    /** More parts than there is room for: what is known of others stays all the same. */
    @Test
    void withoutAHistoryOfItsOwnAPartLeavesOthersKnown() {
        var left = TileSet.of(16, (column, row) -> column < 2);
        var right = TileSet.of(16, (column, row) -> column >= 2);
        var target = Sheet.target();
        var known = histories.find(target, left);
        known.remember(target);
        histories.begin();
        histories.renderAlone(target, right);
        DeviceAccess.written(target);
        histories.remember(null, target);
        assertThat(known.holds(target)).isTrue();
    }

    @Test
    void forgettingATargetForgetsItsParts() {
        var left = TileSet.of(16, (column, row) -> column < 2);
        var target = Sheet.target();
        var other = Sheet.target();
        find(target).remember(target);
        histories.find(target, left).remember(target);
        find(other).remember(other);
        histories.forget(target);
        assertThat(find(target).holds(target)).isFalse();
        assertThat(histories.find(target, left).holds(target)).isFalse();
        assertThat(find(other).holds(other)).isTrue();
    }

    @Test
    void targetsThatNobodyHasAreForgottenFirst() throws InterruptedException {
        var kept = Sheet.target();
        var history = find(kept);
        var gone = new ArrayList<WeakReference<RenderTarget>>();
        for (int t = 1; t < MOST; t++) {
            var target = Sheet.target();
            find(target);
            gone.add(new WeakReference<>(target));
        }
        for (int i = 0; i < 100 && gone.stream().anyMatch(g -> g.get() != null); i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertThat(gone).allMatch(g -> g.get() == null);
        // There is room: the one that was used longest ago stays.
        var more = targets(MOST - 1);
        more.forEach(this::find);
        assertThat(find(kept)).isSameAs(history);
    }

    private static boolean works(Reuse reuse) {
        var made = new TargetHistories(reuse, 1, new ProgramNumbers());
        return made.find(Sheet.target(), TileSet.ALL).partialPolicy.withoutComparing()
                == PartialPolicy.Decision.NOTE;
    }

    @Test
    void policiesWorkAsTheModeSays() {
        assertThat(works(Reuse.TILES)).isTrue();
        assertThat(works(Reuse.AUTO)).isFalse();
    }

    @Test
    void pastAndCurrentTakeTurns() {
        var history = find(Sheet.target());
        var past = history.past;
        var current = history.current;
        history.swap();
        assertThat(history.past).isSameAs(current);
        assertThat(history.current).isSameAs(past);
    }

    @Test
    void emptyTilesAreForgotten() {
        var history = find(Sheet.target());
        history.require(20);
        assertThat(history.empty).hasSize(20).containsOnly(false);
        history.empty[7] = true;
        history.require(10);
        assertThat(history.empty[7]).isTrue();
        history.forgetEmpty();
        assertThat(history.empty).containsOnly(false);
    }
}

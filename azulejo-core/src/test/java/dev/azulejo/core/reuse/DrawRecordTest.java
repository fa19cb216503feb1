package dev.azulejo.core.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.device.Sheet;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.RenderTarget;

import org.junit.jupiter.api.Test;

import java.util.Arrays;

class DrawRecordTest {
    private final ProgramNumbers programs = new ProgramNumbers();
    private final RenderTarget target = Sheet.target();
    private final PassDescriptor pass = PassDescriptor.clear(target, 0.1f, 0.2f, 0.3f, 0.4f);
    private final Sheet first = Sheet.of(1, 1, 0, 0, 9, 9, 0.5f);
    private final Sheet second = Sheet.of(1, 1, 0, 0, 9, 9, 0.5f);

    private Phase phase(Sheet... sheets) {
        var commands = Sheet.clear(target);
        for (var sheet : sheets) {
            sheet.draw(commands, Sheet.OPAQUE);
        }
        return Sheet.cut(commands, EarlyZ.OFF, new Counts());
    }

    private DrawRecord record(PassDescriptor descriptor, int draws, int side, int tiles) {
        var record = new DrawRecord(new InputWriter(programs));
        record.begin(descriptor, draws, side, tiles);
        return record;
    }

    private boolean samePass(PassDescriptor other) {
        return record(pass, 3, 16, 20).samePass(record(other, 1, 16, 20));
    }

    @Test
    void aPassIsItsClearValuesAndTiles() {
        assertThat(samePass(pass)).isTrue();
        assertThat(samePass(pass.withName("other"))).isTrue();
        assertThat(samePass(pass.withClearDepth(0.5f))).isFalse();
        assertThat(samePass(pass.withKeepSamples(true))).isFalse();
        assertThat(samePass(PassDescriptor.clear(target, 0, 0.2f, 0.3f, 0.4f))).isFalse();
        assertThat(samePass(PassDescriptor.clear(target, 0.1f, 0, 0.3f, 0.4f))).isFalse();
        assertThat(samePass(PassDescriptor.clear(target, 0.1f, 0.2f, 0, 0.4f))).isFalse();
        assertThat(samePass(PassDescriptor.clear(target, 0.1f, 0.2f, 0.3f, 0))).isFalse();
        assertThat(record(pass, 3, 16, 20).samePass(record(pass, 3, 32, 20))).isFalse();
        assertThat(record(pass, 3, 16, 20).samePass(record(pass, 3, 16, 21))).isFalse();
    }

    @Test
    void drawCallsAreComparedOneByOne() {
        var here = record(pass, 2, 16, 20);
        here.write(phase(first, second), 2);
        var there = record(pass, 3, 16, 20);
        there.write(phase(second, second, first), 3);
        assertThat(here.sameDraw(0, there, 2)).isTrue();
        assertThat(here.sameDraw(0, there, 0)).isFalse();
        assertThat(here.sameDraw(1, there, 0)).isTrue();
        assertThat(here.sameDraw(1, there, 1)).isTrue();
        assertThat(here.sameDraw(1, there, 2)).isFalse();
    }

    @Test
    void whatTheBuffersHoldCountsByVersionAndUniformsByContents() {
        var before = record(pass, 1, 16, 20);
        before.write(phase(first), 1);
        first.matrix().uniforms().write(0, new float[] {1});
        var same = record(pass, 1, 16, 20);
        same.write(phase(first), 1);
        assertThat(same.sameDraw(0, before, 0)).isTrue();
        first.matrix().uniforms().write(0, new float[] {2});
        var scaled = record(pass, 1, 16, 20);
        scaled.write(phase(first), 1);
        assertThat(scaled.sameDraw(0, before, 0)).isFalse();
        first.matrix().uniforms().write(0, new float[] {1});
        first.colors().write(0, first.colors().data().clone());
        var written = record(pass, 1, 16, 20);
        written.write(phase(first), 1);
        assertThat(written.sameDraw(0, before, 0)).isFalse();
    }

    @Test
    void aFewAreWrittenFirstAndTheRestLater() {
        var phase = phase(first, second, first);
        var record = record(pass, 3, 16, 20);
        assertThat(record.complete()).isFalse();
        record.write(phase, 2);
        assertThat(record.written).isEqualTo(2);
        assertThat(record.complete()).isFalse();
        record.write(phase, 3);
        assertThat(record.complete()).isTrue();
        var whole = record(pass, 3, 16, 20);
        whole.write(phase, 3);
        for (int d = 0; d < 3; d++) {
            assertThat(record.sameDraw(d, whole, d)).isTrue();
        }
        record.begin(pass, 0, 16, 20);
        assertThat(record.complete()).isTrue();
    }

    @Test
    void oneAtItsPlaceIsEnoughToBeAtRest() {
        var here = record(pass, 2, 16, 20);
        here.write(phase(first, second), 2);
        var turned = record(pass, 2, 16, 20);
        turned.write(phase(second, first), 2);
        assertThat(here.anySame(turned)).isFalse();
        var part = record(pass, 2, 16, 20);
        part.write(phase(second, second), 1);
        assertThat(here.anySame(part)).isFalse();
        part.write(phase(second, second), 2);
        assertThat(here.anySame(part)).isTrue();
        assertThat(part.anySame(here)).isTrue();
    }

    @Test
    void masksHaveABitATileAndBeginEmpty() {
        var record = record(pass, 3, 16, 64);
        assertThat(record.maskWords).isOne();
        record.begin(pass, 3, 16, 65);
        assertThat(record.maskWords).isEqualTo(2);
        assertThat(record.maskBytes()).isEqualTo(2 * 3 * 2 * 8);
        record.clearMasks();
        assertThat(record.masks).hasSizeGreaterThanOrEqualTo(6).containsOnly(0);
        Arrays.fill(record.masks, -1);
        record.noted = true;
        record.begin(pass, 2, 16, 65);
        assertThat(record.noted).isFalse();
        record.clearMasks();
        assertThat(record.masks).startsWith(0, 0, 0, 0).endsWith(-1);
    }
}

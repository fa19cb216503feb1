package dev.azulejo.core.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A copy of a report says all that the report says, and keeps it. */
class ReportCopyTest {
    private static FrameReport report(long seed) throws IllegalAccessException {
        var recorder = new FrameRecorder();
        var worker = new Counts();
        for (var counter : Counter.values()) {
            worker.add(counter, seed + 31 * counter.ordinal());
        }
        recorder.add(worker);
        for (var what : Starvation.values()) {
            recorder.addStarved(what, seed + what.ordinal());
        }
        long value = seed;
        for (var field : FrameReport.class.getDeclaredFields()) {
            value += 1000;
            if (field.getType() == long.class) {
                field.setLong(recorder.report(), value);
            } else if (field.getType() == int.class) {
                field.setInt(recorder.report(), (int) value);
            }
        }
        return recorder.report();
    }

    /** All that a report says, field by field. */
    private static List<Object> said(FrameReport report) throws IllegalAccessException {
        var all = new ArrayList<Object>();
        for (var field : FrameReport.class.getDeclaredFields()) {
            var value = field.get(report);
            switch (value) {
                case Long number -> all.add(number);
                case Integer number -> all.add(number);
                case long[] numbers -> all.add(Arrays.stream(numbers).boxed().toList());
                case Counts counts -> all.add(report.counters());
                default -> throw new AssertionError(field);
            }
        }
        return all;
    }

    @Test
    void whatIsKeptOutlivesTheReport() throws IllegalAccessException {
        var first = report(7_000_000);
        var expected = said(first);
        assertThat(expected).doesNotHaveDuplicates().hasSizeGreaterThan(10);
        var copy = new ReportCopy();
        copy.set(first);
        var kept = copy.report();
        assertThat(kept).isNotSameAs(first);
        assertThat(said(kept)).isEqualTo(expected);
        var second = report(5);
        assertThat(said(kept)).isEqualTo(expected);
        // The smaller numbers replace the larger ones
        copy.set(second);
        assertThat(copy.report()).isSameAs(kept);
        assertThat(said(kept)).isEqualTo(said(second)).isNotEqualTo(expected);
    }
}

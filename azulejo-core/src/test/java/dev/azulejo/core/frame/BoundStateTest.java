package dev.azulejo.core.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.command.Command;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.PortionTest;
import dev.azulejo.core.command.Predicate;
import dev.azulejo.core.command.Scissor;
import dev.azulejo.core.command.Viewport;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.BindGroup;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** State that commands set: where each arrives, and that nothing else changes. */
class BoundStateTest {
    private static final long ALL = Command.EVERYBODY;
    private static final PipelineState PIPELINE = Fixture.pipeline().build();
    private static final VertexBuffer VERTICES = new VertexBuffer(new float[3]);
    private static final IndexBuffer INDICES = new IndexBuffer(new int[3]);
    private static final BindGroup GROUP = BindGroup.of(new UniformBuffer(1));
    private static final Viewport VIEWPORT = Viewport.of(7, 9);
    private static final Scissor SCISSOR = new Scissor(1, 2, 3, 4);

    private final BoundState state = new BoundState();
    private final BoundState other = new BoundState();

    @BeforeEach
    void reset() {
        state.reset(Fixture.target(40, 30, 1));
        other.reset(Fixture.target(40, 30, 1));
    }

    @Test
    void aPhaseBeginsWithNothingSet() {
        assertThat(state.pipeline).isNull();
        assertThat(state.vertexBuffers).containsOnlyNulls();
        assertThat(state.indexBuffer).isNull();
        assertThat(state.views).isOne();
        assertThat(state.viewports).containsOnly(Viewport.of(40, 30));
        assertThat(state.scissor).isNull();
        assertThat(state.excluded).isFalse();
        for (var groups : state.groups) {
            assertThat(groups).containsOnly(BindGroup.EMPTY);
        }
    }

    /** One of each, and of those with places the last one and all of them. */
    private static Map<String, Command> commands() {
        var all = new LinkedHashMap<String, Command>();
        all.put("pipeline", new Command.SetPipeline(ALL, PIPELINE));
        all.put("vertices", new Command.SetVertexBuffer(ALL, 1, VERTICES));
        all.put("indices", new Command.SetIndexBuffer(ALL, INDICES));
        all.put("views", new Command.SetViews(ALL, 3));
        all.put("group of a view", new Command.SetBindGroup(ALL, 3, 2, GROUP));
        all.put("group", new Command.SetBindGroup(ALL, Command.EVERY_VIEW, 1, GROUP));
        all.put("viewport of a view", new Command.SetViewport(ALL, 3, VIEWPORT));
        all.put("viewport", new Command.SetViewport(ALL, Command.EVERY_VIEW, VIEWPORT));
        all.put("scissor", new Command.SetScissor(ALL, SCISSOR));
        all.put("early Z", new Command.SetEarlyZ(ALL, false));
        return all;
    }

    /** Each makes a difference, a copy makes none any more, and a new phase takes it back. */
    @Test
    void everyCommandMakesADifference() {
        commands()
                .forEach(
                        (name, command) -> {
                            reset();
                            assertThat(state.same(other)).as(name).isTrue();
                            state.apply(command);
                            assertThat(state.same(other)).as(name).isFalse();
                            assertThat(other.same(state)).as(name).isFalse();
                            other.copy(state);
                            assertThat(other.same(state)).as(name).isTrue();
                            other.reset(Fixture.target(40, 30, 1));
                            assertThat(other.same(state)).as(name).isFalse();
                            other.apply(command);
                            assertThat(other.same(state)).as(name).isTrue();
                        });
    }

    @Test
    void commandsArriveWhereTheyBelong() {
        commands().values().forEach(state::apply);
        assertThat(state.pipeline).isSameAs(PIPELINE);
        assertThat(state.vertexBuffers[1]).isSameAs(VERTICES);
        assertThat(state.vertexBuffers[0]).isNull();
        assertThat(state.indexBuffer).isSameAs(INDICES);
        assertThat(state.views).isEqualTo(3);
        assertThat(state.scissor).isEqualTo(SCISSOR);
        assertThat(state.excluded).isTrue();
        state.apply(new Command.SetEarlyZ(ALL, true));
        assertThat(state.excluded).isFalse();
        for (int view = 0; view < 4; view++) {
            var last = view == 3 ? GROUP : BindGroup.EMPTY;
            assertThat(state.groups[view]).containsExactly(BindGroup.EMPTY, GROUP, last);
            assertThat(state.viewports[view]).isEqualTo(VIEWPORT);
        }
    }

    @Test
    void aViewIsSetByItself() {
        state.apply(new Command.SetViewport(ALL, 2, VIEWPORT));
        var whole = Viewport.of(40, 30);
        assertThat(state.viewports).containsExactly(whole, whole, VIEWPORT, whole);
        state.apply(new Command.SetBindGroup(ALL, 0, 0, GROUP));
        assertThat(state.groups[0][0]).isSameAs(GROUP);
        assertThat(state.groups[1][0]).isSameAs(BindGroup.EMPTY);
    }

    /**
     * Groups and buffers are the same if they are one; viewports and scissors if they are equal.
     */
    @Test
    void whatIsSharedIsCompared() {
        state.apply(new Command.SetScissor(ALL, SCISSOR));
        other.apply(new Command.SetScissor(ALL, new Scissor(1, 2, 3, 4)));
        state.apply(new Command.SetViewport(ALL, 1, VIEWPORT));
        other.apply(new Command.SetViewport(ALL, 1, Viewport.of(7, 9)));
        assertThat(state.same(other)).isTrue();
        state.apply(new Command.SetVertexBuffer(ALL, 0, VERTICES));
        other.apply(new Command.SetVertexBuffer(ALL, 0, new VertexBuffer(new float[3])));
        assertThat(state.same(other)).isFalse();
    }

    @Test
    void theViewportIsThatOfTheTarget() {
        var before = state.viewports[0];
        state.reset(Fixture.target(40, 30, 4));
        assertThat(state.viewports[0]).isSameAs(before);
        state.reset(Fixture.target(40, 31, 1));
        assertThat(state.viewports).containsOnly(Viewport.of(40, 31));
        state.reset(Fixture.target(41, 31, 1));
        assertThat(state.viewports).containsOnly(Viewport.of(41, 31));
    }

    @Test
    void whatSetsNoStateIsRefused() {
        var pass = PassDescriptor.clear(Fixture.target(4, 4, 1), 0, 0, 0, 0);
        for (var command :
                List.of(
                        new Command.BeginPhase(ALL, pass),
                        new Command.Draw(ALL, false, 0, 3, 0, 0, 1),
                        new Command.SkipNext(ALL, new Predicate(1), 1),
                        new Command.BeginPretest(PortionTest.NONE),
                        new Command.EndPretest())) {
            assertThatThrownBy(() -> state.apply(command))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("sets no state");
        }
    }
}

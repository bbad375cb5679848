# SPDX-License-Identifier: BSD-3-Clause
"""The contract of Gymnasium's interface, one test for each point. CONTRACT.md lists them."""

import json
import subprocess
import unittest

import veilplan as veil
from veilplan import _program, envs, spaces


class Spaces(unittest.TestCase):
    def test_discrete_contains(self):
        space = spaces.Discrete(3)
        self.assertEqual([x in space for x in (0, 2, 3, -1, 1.0, "1", None, True)], [True, True] + [False] * 6)

    def test_discrete_sample_is_inside(self):
        space = spaces.Discrete(4, seed=1)
        self.assertEqual({space.sample() for _ in range(200)}, {0, 1, 2, 3})

    def test_sample_with_a_mask(self):
        space = spaces.Discrete(4, seed=1)
        self.assertEqual({space.sample([0, 1, 0, 1]) for _ in range(100)}, {1, 3})
        self.assertEqual(space.sample([0, 0, 0, 0]), 0)
        with self.assertRaises(ValueError):
            space.sample([1])

    def test_seed_repeats_samples(self):
        for space in (spaces.Discrete(1000), spaces.Text(20), spaces.Batch(spaces.Discrete(1000), 3)):
            space.seed(7)
            first = [space.sample() for _ in range(5)]
            space.seed(7)
            self.assertEqual([space.sample() for _ in range(5)], first)
            self.assertTrue(all(x in space for x in first))

    def test_equality(self):
        self.assertEqual(spaces.Discrete(3), spaces.Discrete(3))
        self.assertNotEqual(spaces.Discrete(3), spaces.Discrete(4))
        self.assertEqual(spaces.Batch(spaces.Discrete(3), 2), spaces.Batch(spaces.Discrete(3), 2))
        self.assertEqual(repr(spaces.Discrete(3)), "Discrete(3)")

    def test_text_contains(self):
        self.assertEqual([x in spaces.Text(3) for x in ("", "abc", "abcd", 1)], [True, True, False, False])


class Episodes(unittest.TestCase):
    def env(self, *args, **settings):
        env = envs.make(*args, **settings)
        self.addCleanup(env.close)
        return env

    def test_reset_returns_observation_and_info(self):
        env = self.env("rocksample")
        result = env.reset(seed=7)
        self.assertIsInstance(result, tuple)
        obs, info = result
        self.assertIn(obs, env.observation_space)
        self.assertIsInstance(info, dict)

    def test_step_returns_five_values(self):
        env = self.env("rocksample")
        _, info = env.reset(seed=7)
        obs, reward, terminated, truncated, info = env.step(info["legal"][0])
        self.assertIn(obs, env.observation_space)
        self.assertIsInstance(reward, (int, float))
        self.assertIsInstance(terminated, bool)
        self.assertIsInstance(truncated, bool)
        self.assertEqual(info["seen"], env.observations[obs])

    def test_reset_arguments_are_by_name(self):
        env = self.env("tiger")
        with self.assertRaises(TypeError):
            env.reset(7)

    def test_same_seed_same_episode(self):
        env = self.env("tiger", {"horizon": 5})

        def play(**how):
            env.reset(**how)
            return [env.step(0)[:4] for _ in range(5)]

        first = play(seed=7)
        self.assertEqual(play(seed=7), first)
        self.assertEqual(play(options={"episode": 0}), first)
        self.assertTrue(any(play(seed=s) != first for s in range(8, 12)))

    def test_reset_without_seed_continues(self):
        env = self.env("tiger", {"horizon": 5})
        _, a = env.reset(seed=7)
        _, b = env.reset()
        _, c = env.reset()
        self.assertEqual([a["episode"], b["episode"], c["episode"]], [0, 1, 2])

    def test_first_reset_without_seed_is_random(self):
        seeds = set()
        for _ in range(3):
            env = self.env("tiger")
            env.reset()
            seeds.add(env._seed)
        self.assertEqual(len(seeds), 3)

    def test_terminated(self):
        env = self.env("tiger", {"horizon": 2})
        env.reset(seed=1)
        self.assertEqual(env.step(0)[2:4], (False, False))
        self.assertEqual(env.step(0)[2:4], (True, False))

    def test_truncated(self):
        env = self.env("tiger", max_moves=3)
        env.reset(seed=1)
        self.assertEqual([env.step(0)[2:4] for _ in range(3)], [(False, False), (False, False), (False, True)])

    def test_step_before_reset_and_after_the_end(self):
        env = self.env("tiger", {"horizon": 1})
        with self.assertRaises(envs.ResetNeeded):
            env.step(0)
        env.reset(seed=1)
        env.step(0)
        with self.assertRaisesRegex(veil.VeilError, "the episode is over"):
            env.step(0)
        env.reset()
        env.step(0)

    def test_action_mask(self):
        env = self.env("rocksample")
        _, info = env.reset(seed=7)
        names = [env.actions[i] for i in info["legal"]]
        self.assertNotIn("west", names)
        self.assertIn("west", env.actions)
        self.assertEqual(info["legal"], [i for i, bit in enumerate(info["action_mask"]) if bit])
        self.assertIn(env.action_space.sample(info["action_mask"]), info["legal"])
        with self.assertRaisesRegex(veil.VeilError, "west: not possible now"):
            env.step(env.actions.index("west"))

    def test_mask_is_empty_at_the_end(self):
        env = self.env("mines", {"board": "2x1/1"})
        env.reset(seed=1)
        *_, terminated, _, info = env.step(0)
        self.assertTrue(terminated)
        self.assertEqual(sum(info["action_mask"]), 0)

    def test_every_domain(self):
        for domain in ("mines", "tiger", "rocksample", "tag", "hallway", "mastermind", "battleship", "diag", "pomdp", "krieg-game"):
            rules = {"opponent": "random", "plies": 6} if domain == "krieg-game" else None
            env = self.env(domain, rules)
            obs, info = env.reset(seed=3)
            self.assertIn(obs, env.observation_space)
            env.action_space.seed(1)
            for _ in range(10):
                obs, _, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
                self.assertIn(obs, env.observation_space, domain)
                if terminated or truncated:
                    obs, info = env.reset()

    def test_render(self):
        env = self.env("mines", {"board": "3x2/1"}, render_mode="ansi")
        env.reset(seed=1)
        self.assertIn("3x2", env.render())
        self.assertIn("ansi", env.metadata["render_modes"])
        self.assertIsNone(self.env("tiger").render())
        with self.assertRaises(ValueError):
            envs.make("tiger", render_mode="human")

    def test_close_twice_and_with(self):
        with envs.make("tiger") as env:
            env.reset(seed=1)
        env.close()
        with self.assertRaises(RuntimeError):
            env.step(0)

    def test_unwrapped(self):
        env = self.env("tiger")
        self.assertIs(env.unwrapped, env)

    def test_replays_veil_play(self):
        words = [_program.find(), "play", "tag", "--player", "random", "--seed", "7", "--episode", "3", "--json"]
        record = json.loads(subprocess.run(words, check=True, capture_output=True).stdout)
        env = self.env("tag")
        env.reset(seed=7, options={"episode": 3})
        for move in record["moves"]:
            _, reward, terminated, _, info = env.step(env.actions.index(move["action"]))
            self.assertEqual((info["seen"], reward), (move["seen"], move["reward"]))
        self.assertTrue(terminated)

    def test_regret(self):
        env = self.env("pomdp", adviser="alpha")
        env.reset(seed=1)
        best = env.advise()[0]
        self.assertEqual(env.actions[best["action"]], "listen")
        self.assertEqual(env.regret(best["action"])[0], 0)
        low, high = env.regret(1 if best["action"] == 0 else 0)
        self.assertLessEqual(low, 45.97)
        self.assertGreaterEqual(high, 45.96)
        with self.assertRaisesRegex(veil.VeilError, "no adviser"):
            plain = self.env("tiger")
            plain.reset(seed=1)
            plain.advise()

    def test_text_observations(self):
        env = self.env("krieg-game", {"opponent": "random", "plies": 4, "side": "white"}, views=True)
        obs, info = env.reset(seed=1)
        self.assertEqual(obs, "")
        obs, *_ = env.step(info["legal"][0])
        self.assertTrue(obs)


class Vectors(unittest.TestCase):
    def vec(self, *args, **settings):
        env = envs.make_vec(*args, **settings)
        self.addCleanup(env.close)
        return env

    def test_shapes(self):
        env = self.vec("tiger", 5)
        obs, _ = env.reset(seed=7)
        self.assertIn(obs, env.observation_space)
        self.assertIn(env.action_space.sample(), env.action_space)
        for part in env.step([0] * 5)[:4]:
            self.assertEqual(len(part), 5)
        self.assertEqual((env.num_envs, env.single_action_space), (5, spaces.Discrete(3)))

    def test_copies_are_single_episodes(self):
        many, one = self.vec("tag", 3), envs.make("tag")
        self.addCleanup(one.close)
        many.reset(seed=7, options={"episode": 4})
        steps = [many.step([1, 1, 1]) for _ in range(4)]
        for i in range(3):
            one.reset(seed=7, options={"episode": 4 + i})
            for step in steps:
                got = one.step(1)
                self.assertEqual((step[0][i], step[1][i]), got[:2])

    def test_next_step(self):
        env = self.vec("tiger", 2, {"horizon": 2})
        env.reset(seed=1)
        env.step([0, 0])
        self.assertEqual(env.step([0, 0])[2], [True, True])
        obs, rewards, terminated, truncated, _ = env.step([2, 2])
        self.assertEqual((obs, rewards, terminated, truncated), ([env.nothing] * 2, [0, 0], [False] * 2, [False] * 2))
        self.assertNotIn(env.nothing, env.step([0, 0])[0])

    def test_same_step(self):
        env = self.vec("tiger", 2, {"horizon": 1}, autoreset="same_step")
        env.reset(seed=1)
        obs, rewards, terminated, _, info = env.step([0, 0])
        self.assertEqual((obs, terminated, rewards), ([env.nothing] * 2, [True] * 2, [-1, -1]))
        self.assertNotIn(env.nothing, info["final_obs"].values())
        self.assertEqual(env.step([0, 0])[2], [True, True])

    def test_disabled(self):
        env = self.vec("tiger", 2, {"horizon": 1}, autoreset="disabled")
        env.reset(seed=1)
        env.step([0, 0])
        with self.assertRaisesRegex(RuntimeError, "reset_mask"):
            env.step([0, 0])
        env.reset(options={"reset_mask": [1, 1]})
        env.step([0, 0])
        with self.assertRaises(ValueError):
            envs.make_vec("tiger", 2, autoreset="sometimes")

    def test_partial_reset_keeps_the_others(self):
        env = self.vec("mines", 2, {"board": "5x5/3"}, autoreset="disabled")
        env.reset(seed=1)
        env.step([0, 0])
        env.reset(options={"reset_mask": [0, 1]})
        self.assertEqual((env.action_mask(0)[0], env.action_mask(1)[0]), (0, 1))

    def test_action_mask(self):
        env = self.vec("rocksample", 2)
        _, info = env.reset(seed=1)
        self.assertEqual(info["legal"][0], int("".join(map(str, env.action_mask(0)[::-1])), 2))
        self.assertEqual(env.action_mask(0)[env.actions.index("west")], 0)

    def test_a_refused_message_changes_nothing(self):
        env = self.vec("rocksample", 2)
        env.reset(seed=1)
        west, east = env.actions.index("west"), env.actions.index("east")
        with self.assertRaises(veil.VeilError):
            env.step([east, west])
        self.assertEqual(env.action_mask(0)[west], 0)
        env.step([east, east])


if __name__ == "__main__":
    unittest.main()
